import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { createFolderSource } from './ingest/sources/folder.ts';
import { withFolderRules } from './ingest/sources/folder-rules.ts';
import { createGitSource } from './ingest/sources/git.ts';
import type { Source } from './ingest/sources/source.ts';
import { createWebSource } from './ingest/sources/web.ts';
import type { SourceConfig } from './resolve-sources.ts';

export interface SourceParts {
  readonly sources: readonly Source[];
  /** Deletes what is kept of repositories and pages that are no longer configured. */
  removeOthers(): void;
}

/** The places of `bylaw.yaml` as sources, each with the rules for its folders. */
export function createSourceParts(deps: {
  readonly config: Config;
  /** That can be parsed. */
  readonly extensions: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): SourceParts {
  const { config } = deps;
  const places = { git: join(config.data, 'git'), web: join(config.data, 'web') };
  const maxBytes = config.parsing.maxFileMb * 1024 * 1024;

  function create(source: SourceConfig): Source {
    const { extensions, environment, now } = deps;
    switch (source.kind) {
      case 'folder':
        return createFolderSource({ ...source, extensions, maxBytes, now });
      case 'git':
        return createGitSource({ ...source, extensions, maxBytes, environment, clones: places.git });
      case 'web': {
        const { maxPageMb, ...web } = source.web;
        const { name, include, exclude } = source;
        const most = Math.min(maxBytes, maxPageMb * 1024 * 1024);
        return createWebSource({ ...web, name, include, exclude, maxBytes: most, spool: places.web, now });
      }
    }
  }

  return {
    sources: config.sources.map((source) => withFolderRules(create(source), source.rules ?? [])),
    removeOthers() {
      for (const kind of ['git', 'web'] as const) {
        const kept = new Set(config.sources.flatMap((source) => (source.kind === kind ? [source.name] : [])));
        for (const name of foldersIn(places[kind])) {
          if (!kept.has(name)) rmSync(join(places[kind], name), { recursive: true, force: true });
        }
      }
    },
  };
}

function foldersIn(place: string): string[] {
  try {
    return readdirSync(place);
  } catch {
    return [];
  }
}
