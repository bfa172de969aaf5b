import { type SimpleGit, simpleGit } from 'simple-git';
import type { GitRemote } from './remote.ts';

/** Git in one bare repository, without the settings, hooks and prompts of the machine. */
export interface Git {
  /** What it prints. Throws simple-git's own error, which holds what git said. */
  run(args: readonly string[], signal: AbortSignal, input?: string): Promise<string>;
  blob(hash: string, signal: AbortSignal): Promise<Uint8Array>;
}

/** Without a sign of life for this long, git is ended. */
const silenceMs = 120_000;

/** Of the environment, what git needs to reach places: nothing that would run a program or change where it looks. */
const passedOn = [
  'PATH HOME TMPDIR SSH_AUTH_SOCK SSL_CERT_FILE SSL_CERT_DIR',
  'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy',
].flatMap((names) => names.split(' '));

export function createGit(options: {
  /** Must exist when something is run. */
  readonly folder: string;
  readonly remote: GitRemote;
  readonly environment: Readonly<Record<string, string | undefined>>;
}): Git {
  const environment = environmentFor(options);
  const open = (signal: AbortSignal, input?: string): SimpleGit =>
    simpleGit({
      ...(input !== undefined && { input: () => input }),
      baseDir: options.folder,
      abort: signal,
      trimmed: false,
      timeout: { block: silenceMs },
      maxConcurrentProcesses: 4,
      // Git is done when its output is read, and waiting longer costs each call 50 ms.
      completion: { onClose: true, onExit: false },
      allowEnvironment: Object.keys(environment),
      // These are what makes it safer: no hooks, no helpers, no prompts, one protocol.
      unsafe: {
        allowUnsafeConfigEnvCount: true,
        allowUnsafeConfigPaths: true,
        allowUnsafeCredentialHelper: true,
        allowUnsafeHooksPath: true,
        allowUnsafeSshCommand: true,
      },
    }).env(environment);
  return {
    run: (args, signal, input) => open(signal, input).raw([...args]),
    async blob(hash, signal) {
      const bytes: unknown = await open(signal).binaryCatFile(['blob', hash]);
      if (!(bytes instanceof Uint8Array)) throw new Error('git gave no bytes');
      return bytes;
    },
  };
}

function environmentFor({ folder, remote, environment }: Parameters<typeof createGit>[0]): Record<string, string> {
  const inherited = passedOn.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    LC_ALL: 'C',
    GIT_DIR: folder,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ALLOW_PROTOCOL: remote.protocol,
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=20',
    ...asVariables(settingsFor(remote)),
  };
}

/** The address is not stored in the repository, and the sign-in neither there nor on a command line. */
function settingsFor({ url, protocol, authorization }: GitRemote): [string, string][] {
  return [
    ['remote.origin.url', url],
    ['core.hooksPath', '/dev/null'],
    ['credential.helper', ''],
    ['gc.autoDetach', 'false'],
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', '60'],
    // A sign-in must not follow to another host.
    ...(authorization === undefined ? [] : [['http.followRedirects', 'false'] satisfies [string, string]]),
    ...(authorization !== undefined && protocol !== 'ssh'
      ? [['http.extraHeader', `Authorization: ${authorization}`] satisfies [string, string]]
      : []),
  ];
}

function asVariables(settings: readonly (readonly [string, string])[]): Record<string, string> {
  const pairs = settings.flatMap(([key, value], i) => [
    [`GIT_CONFIG_KEY_${i}`, key],
    [`GIT_CONFIG_VALUE_${i}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}
