import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { describeIssues } from './config-issues.ts';
import { type Environment, environmentSchema, type Settings, settingsSchema } from './config-schema.ts';
import type { ConnectorPlan } from './connectors/connector.ts';
import { readConnectors } from './connectors/read-connectors.ts';
import { BylawError, messageOf } from './errors.ts';
import { resolveSources, type SourceConfig } from './resolve-sources.ts';

/** Everything the program is told from outside, checked, with absolute paths. */
export interface Config extends Omit<Settings, 'sources' | 'skills' | 'mcpServers' | 'servers' | 'connectors'> {
  readonly connectors: ConnectorPlan;
  readonly skills: { readonly roots: readonly string[] };
  readonly sources: readonly SourceConfig[];
  readonly environment: Environment;
  /** The file the settings came from, or undefined for the defaults. */
  readonly file?: string;
}

export interface ConfigRequest {
  /** `--config`; absent means `bylaw.yaml` in the working folder, or the defaults where there is none. */
  readonly file?: string;
  readonly data?: string;
  /** `--source`: these folders instead of the configured ones. */
  readonly sources?: readonly string[];
  /** Where `bylaw.yaml` and `.env` are looked for. */
  readonly cwd: string;
  /** Against which the paths of the command line are meant. */
  readonly argumentFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/** Throws `config_invalid` with every mistake at once, each by its key, never with a secret's value. */
export function loadConfig(request: ConfigRequest): Config {
  const file =
    request.file === undefined ? join(request.cwd, 'bylaw.yaml') : resolve(request.argumentFolder, request.file);
  const found = readSettings(file, request.file !== undefined);
  const base = found === undefined ? projectFolder : dirname(file);

  const settings = settingsSchema.safeParse(found ?? {});
  const variables = withoutEmpty({ ...readDotEnv(request.cwd), ...request.env });
  const environment = environmentSchema.safeParse(variables);
  const overridden = request.sources !== undefined && request.sources.length > 0;
  const written = overridden
    ? distinctFolders(request).map((folder) => ({ folder }))
    : settings.success
      ? settings.data.sources
      : [];
  const { sources, mistakes: ofSources } = resolveSources(written, { base, variables });
  const mistakes = [
    ...(settings.success ? [] : describeIssues(settings.error.issues, settingsSchema)),
    ...ofSources,
    ...(environment.success ? [] : describeIssues(environment.error.issues, environmentSchema)),
  ];
  if (!settings.success || !environment.success || mistakes.length > 0) {
    const isOfFile = !settings.success || ofSources.length > 0;
    const places = [...(isOfFile ? [file] : []), ...(environment.success ? [] : ['the environment or .env'])];
    const where = places.join(' together with ');
    throw new BylawError('config_invalid', `${where} has mistakes:\n${mistakes.map((line) => `  ${line}`).join('\n')}`);
  }
  const configuredData = resolve(found === undefined ? request.cwd : base, settings.data.data);
  const { mcpServers, servers, connectors, ...rest } = settings.data;
  return deepFreeze({
    ...rest,
    connectors: readConnectors({ mcpServers, servers, connectors }, variables, base),
    profile: withFile(settings.data.profile, base),
    glossary: besideConfig(settings.data.glossary, 'glossary.yaml', base),
    topics: besideConfig(settings.data.topics, 'topics.yaml', base),
    skills: { ...settings.data.skills, roots: skillRoots(settings.data.skills.roots, base) },
    sources,
    data:
      request.data === undefined
        ? dataFor(configuredData, overridden, sources)
        : resolve(request.argumentFolder, request.data),
    environment: environment.data,
    ...(found === undefined ? {} : { file }),
  });
}

function readSettings(file: string, required: boolean): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (!required && isMissing(error)) return undefined;
    throw new BylawError('config_invalid', `cannot read the configuration ${file}: ${messageOf(error)}`, {
      cause: error,
    });
  }
  try {
    return parseYaml(text) ?? {};
  } catch (error) {
    const detail = error instanceof YAMLParseError ? error.message.split('\n')[0] : messageOf(error);
    throw new BylawError('config_invalid', `${file} is not valid YAML: ${detail}`, { cause: error });
  }
}

function readDotEnv(cwd: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(join(cwd, '.env'), 'utf8')) as Record<string, string | undefined>;
  } catch (error) {
    if (isMissing(error)) return {};
    throw new BylawError('config_invalid', `cannot read ${join(cwd, '.env')}: ${messageOf(error)}`, { cause: error });
  }
}

/** `KEY=` in a file means "not set", as the example file has it. */
function withoutEmpty(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [key, value] of Object.entries(env))
    if (value !== undefined && value.trim() !== '') kept[key] = value.trim();
  return kept;
}

function withFile({ file, ...rest }: Settings['profile'], base: string): Settings['profile'] {
  return file === undefined ? rest : { ...rest, file: resolve(base, file) };
}

/** A file that is named may not be missing, which is found out when it is read; the usual one may. */
function besideConfig(named: string | undefined, usual: string, base: string): string | undefined {
  if (named !== undefined) return resolve(base, named);
  const file = resolve(base, usual);
  return existsSync(file) ? file : undefined;
}

/** Nobody asked for the default folder, so it may be missing; a folder that is named may not. */
function skillRoots(roots: readonly string[] | undefined, base: string): string[] {
  const usual = resolve(base, 'skills');
  if (roots === undefined) return existsSync(usual) ? [usual] : [];
  return roots.map((root) => resolve(base, root));
}

/** The same folder twice would be two sources with equal documents. */
function distinctFolders({ sources = [], argumentFolder }: ConfigRequest): string[] {
  const folders = [...new Set(sources.map((folder) => resolve(argumentFolder, folder)))];
  const missing = folders.find((folder) => !existsSync(folder));
  if (missing !== undefined) throw new BylawError('usage', `--source ${missing}: there is no such folder`);
  return folders;
}

/** A trial with other sources must never empty the real index, so it gets a state folder of its own. */
function dataFor(configured: string, overridden: boolean, sources: readonly SourceConfig[]): string {
  if (!overridden) return configured;
  return join(configured, 'trials', shortHash(sources.map((source) => source.folder).join('\0')));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
