import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BylawError } from '../errors.ts';
import { type Command, nobody, nodeInside, sandboxCommand } from './sandbox-command.ts';
import type { ProcessResult, runProcess } from './sandbox-process.ts';
import type { SandboxStage } from './sandbox-stage.ts';
import type { ScriptRunner, Skill } from './skill.ts';

export type SandboxReport = Awaited<ReturnType<ScriptRunner['check']>>;

const leastVersion = [0, 8];
const timeoutMs = 10_000;
const planted = 'BYLAW_PLANTED_CANARY';
const install = 'Install the Debian package bubblewrap (apt-get install bubblewrap), version 0.8 or later.';
const namespaces =
  'The system refuses user namespaces. Set kernel.unprivileged_userns_clone=1 and user.max_user_namespaces above 0; on ' +
  'Ubuntu also kernel.apparmor_restrict_unprivileged_userns=0; in Docker start the container with --security-opt for ' +
  'seccomp=unconfined, apparmor=unconfined and systempaths=unconfined.';
const otherUser = `The bot runs as root but can't become the user ${nobody} here: start it as a user other than root.`;

export interface SandboxCheck {
  readonly root: boolean;
  readonly stage: SandboxStage;
  readonly signal: AbortSignal;
  readonly start: typeof runProcess;
}

/** Tries the sandbox on planted canaries. What it finds names the Debian package or the setting to change. */
export async function checkSandbox(options: SandboxCheck): Promise<SandboxReport> {
  const place = await mkdtemp(join(tmpdir(), 'bylaw-canaries-'));
  try {
    return await checkIn(place, options);
  } catch (error) {
    if (error instanceof BylawError) return { ok: false, detail: error.message };
    // A full disk, a folder that can't be written, a Node that is gone: the code says it without a path of the host.
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return { ok: false, detail: `The sandbox for scripts can't be tried here${code}.` };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function checkIn(place: string, { root, stage, signal, start }: SandboxCheck): Promise<SandboxReport> {
  const run = (command: Command, stdin = '') =>
    start(command, {
      stdin,
      timeoutMs,
      outputBytes: 65_536,
      memoryBytes: 2 ** 30,
      signal,
      environment: { [planted]: 'planted' },
    });

  const version = await bubblewrapVersion(run);
  if (version === undefined) return { ok: false, detail: 'bubblewrap is not installed.', fix: install };
  if (!isRecent(version)) return { ok: false, detail: `bubblewrap ${version} is too old.`, fix: install };

  const skill = await plant(place);
  const common = { folder: await stage.folder(skill), nodePath: await stage.node(), memoryBytes: 2 ** 31 };
  const started = await run(sandboxCommand({ ...common, argv: ['/bin/true'] }, root)).catch(() => undefined);
  if (started === undefined)
    return { ok: false, detail: 'setpriv is missing.', fix: 'Install the Debian package util-linux.' };
  if (started.exitCode !== 0) return refusal(started, place);

  const listener = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  try {
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const targets = {
      secretFile: join(place, 'secret.txt'),
      otherSkill: join(place, 'other'),
      port,
      variable: planted,
    };
    const argv = [nodeInside, '/skill/scripts/canaries.mjs'];
    return verdict(version, await run(sandboxCommand({ ...common, argv }, root), JSON.stringify(targets)), place);
  } finally {
    listener.close();
  }
}

async function bubblewrapVersion(run: (command: Command) => Promise<ProcessResult>): Promise<string | undefined> {
  const result = await run({ file: 'bwrap', args: ['--version'] }).catch(() => undefined);
  return result?.stdout.toString().match(/\d+(\.\d+)+/)?.[0];
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = leastVersion;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** Readable and writable by everyone, so that only the sandbox can be what denies. */
async function plant(place: string): Promise<Skill> {
  await mkdir(join(place, 'skill', 'scripts'), { recursive: true });
  await mkdir(join(place, 'other'));
  await writeFile(join(place, 'secret.txt'), 'planted');
  await copyFile(
    fileURLToPath(new URL('sandbox-canaries.mjs', import.meta.url)),
    join(place, 'skill/scripts/canaries.mjs'),
  );
  for (const folder of ['', 'skill', 'skill/scripts', 'other']) await chmod(join(place, folder), 0o777);
  for (const file of ['secret.txt', 'skill/scripts/canaries.mjs']) await chmod(join(place, file), 0o666);
  return {
    name: 'canaries',
    description: '',
    body: '',
    folder: join(place, 'skill'),
    files: ['scripts/canaries.mjs'],
    version: '',
    allowedTools: [],
    settings: { visibility: 'everyone', pinned: false, private: false, isolated: false },
  };
}

function refusal(result: ProcessResult, place: string): SandboxReport {
  const said = firstLine(result, place);
  const detail = `bubblewrap can't start a sandbox here: ${said || `it ended with ${result.exitCode ?? result.ended}`}.`;
  if (/namespace|uid map|gid map|loopback|Can't mount proc|clone/i.test(said))
    return { ok: false, detail, fix: namespaces };
  if (said.startsWith('setpriv:')) return { ok: false, detail, fix: otherUser };
  if (/choom|prlimit/.test(said)) return { ok: false, detail, fix: 'Install the Debian package util-linux.' };
  return { ok: false, detail, fix: install };
}

function verdict(version: string, result: ProcessResult, place: string): SandboxReport {
  const report = readReport(result);
  if (report === undefined) return { ok: false, detail: `Node can't run in the sandbox: ${firstLine(result, place)}.` };
  const holes = Object.entries(report.holes).flatMap(([hole, open]) => (open ? [hole] : []));
  if (report.uid !== nobody) holes.push('running as another user');
  if (holes.length > 0) return { ok: false, detail: `The sandbox is open for ${holes.join(', ')}.`, fix: install };
  return { ok: true, detail: `bubblewrap ${version}, ${Object.keys(report.holes).length} canaries denied` };
}

function readReport({ stdout }: ProcessResult): { uid: number; holes: Record<string, boolean> } | undefined {
  try {
    const report = JSON.parse(stdout.toString());
    return report.alive === true ? report : undefined;
  } catch {
    return undefined;
  }
}

/** Without paths of the host, since the model and people read it. */
function firstLine({ stderr }: ProcessResult, place: string): string {
  const lines = stderr.toString().split('\n');
  // Node prints the place of an error before the error.
  const line = lines.find((each) => /^\w*Error\b/.test(each)) ?? lines[0] ?? '';
  return line
    .replaceAll(place, '')
    .replace(/(?<=\s|^)\/\S+/g, '…')
    .trim()
    .slice(0, 200);
}
