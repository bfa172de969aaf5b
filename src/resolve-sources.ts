import { resolve } from 'node:path';
import type { FolderSettings, GitSettings, SourceSettings, WebSettings } from './config-sources.ts';
import { expandVariables } from './connectors/expand-variables.ts';
import { BylawError } from './errors.ts';
import { type GitRemote, readRemote } from './ingest/sources/git/remote.ts';

/** Where policies are read from, with a name of its own and what the environment adds. */
export type SourceConfig = { readonly name: string } & (
  | ({ readonly kind: 'folder' } & Omit<FolderSettings, 'name'>)
  | ({ readonly kind: 'git'; readonly remote: GitRemote } & Omit<GitSettings, 'name' | 'git'>)
  | ({ readonly kind: 'web'; readonly folder?: undefined } & Omit<WebSettings, 'name'>)
);

/** Paths are meant against `base`. The mistakes are named by key, each with the next step. */
export function resolveSources(
  settings: readonly SourceSettings[],
  { base, variables }: { readonly base: string; readonly variables: Readonly<Record<string, string | undefined>> },
): { readonly sources: readonly SourceConfig[]; readonly mistakes: readonly string[] } {
  const mistakes: string[] = [];
  const taken = new Set<string>();
  const sources = settings.flatMap((source, i): SourceConfig[] => {
    const remote = 'git' in source ? remoteOf(source.git, `sources.${i}.git`, variables, mistakes) : undefined;
    if ('git' in source && remote === undefined) return [];
    const name = source.name ?? freeName(nameOf(source, remote), taken);
    if (taken.has(name)) mistakes.push(`sources: two are named "${name}"; give one of them another name`);
    taken.add(name);
    if ('web' in source) return [{ kind: 'web', ...source, name }];
    if (!('git' in source)) return [{ kind: 'folder', ...source, name, folder: resolve(base, source.folder) }];
    const { git: _, ...rest } = source;
    return remote === undefined ? [] : [{ kind: 'git', ...rest, name, remote }];
  });
  return { sources, mistakes };
}

function remoteOf(
  written: string,
  key: string,
  variables: Readonly<Record<string, string | undefined>>,
  mistakes: string[],
): GitRemote | undefined {
  const { missing } = expandVariables(written, variables);
  if (missing.length > 0) {
    mistakes.push(`${key}: ${missing.join(', ')} is not set: set it in .env or the environment`);
    return undefined;
  }
  try {
    return readRemote(written, (text) => expandVariables(text, variables).text);
  } catch (error) {
    if (!(error instanceof BylawError)) throw error;
    mistakes.push(`${key}: ${error.message}`);
    return undefined;
  }
}

function nameOf(source: SourceSettings, remote: GitRemote | undefined): string {
  if (remote !== undefined) return shortName(remote.path);
  if ('folder' in source && source.folder !== undefined) return shortName(source.folder);
  if (!('web' in source)) return 'source';
  return shortName(new URL(source.web.sitemap ?? source.web.pages?.[0] ?? 'http://web').hostname);
}

function shortName(path: string): string {
  const last = path.split(/[\\/]/).filter(Boolean).at(-1) ?? '';
  return (
    last
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 36) || 'source'
  );
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) if (!taken.has(`${name}-${n}`)) return `${name}-${n}`;
}
