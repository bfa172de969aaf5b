import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface RequestTracker {
  readonly url: string;
  /** Of the user `bylaw`, who may do what the ticket desk does and nothing else. */
  readonly token: string;
  /** Stops and starts it again on the same port, with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const program = '/usr/share/request-tracker5/libexec/standalone_httpd';
const setup = '/usr/sbin/rt-setup-database-5';
const upWithinMs = 60_000;

/** Why there is no Request Tracker on this machine; undefined where there is one. */
export function missingRequestTracker(): string | undefined {
  const missing = [program, setup].find((file) => !existsSync(file));
  return missing && 'Request Tracker is not installed (apt-get install request-tracker5 rt5-db-sqlite rt5-standalone)';
}

/**
 * Sets up a Request Tracker of its own in an empty folder and starts it on the loopback interface. Debian's own
 * configuration is neither read nor changed, and mail goes to a file.
 */
export async function startRequestTracker(folder: string): Promise<RequestTracker> {
  const port = await freePort();
  const env = writeConfiguration(folder, port);
  await run(setup, ['--action', 'init', '--skip-create', '--dba', '', '--dba-password', ''], env);
  const script = fileURLToPath(new URL('create-token.pl', import.meta.url));
  const [token, first] = await Promise.all([run('/usr/bin/perl', [script], env), serve(port, env)]);
  let child = first;
  const stop = () => end(child);
  return {
    url: `http://127.0.0.1:${port}`,
    token: token.trim(),
    restart: async () => {
      await stop();
      child = await serve(port, env);
    },
    stop,
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

function writeConfiguration(folder: string, port: number): Environment {
  const inside = (name: string) => join(folder, name);
  for (const name of ['config.d', 'mason', 'sessions', 'log']) mkdirSync(inside(name), { recursive: true });
  const settings = {
    rtname: 'bylaw.test',
    Organization: 'bylaw.test',
    CorrespondAddress: 'desk@example.com',
    CommentAddress: 'desk-comment@example.com',
    WebDomain: '127.0.0.1',
    WebPort: port,
    WebBaseURL: `http://127.0.0.1:${port}`,
    RestrictReferrer: 0,
    // A token is hashed for every request; the usual cost takes longer than everything else of a test.
    BcryptCost: 4,
    DatabaseType: 'SQLite',
    DatabaseName: inside('rt.sqlite'),
    DatabaseHost: '',
    DatabaseUser: '',
    MailCommand: 'testfile',
    WebSessionClass: 'Apache::Session::File',
    LogToSyslog: '',
    LogToSTDERR: '',
    LogToFile: 'warning',
    LogDir: inside('log'),
    LogToFileNamed: 'rt.log',
  };
  const lines = Object.entries(settings).map(([name, value]) => `Set($${name}, ${perl(value)});`);
  const folders = [
    `$RT::MasonDataDir = ${perl(inside('mason'))};`,
    `$RT::MasonSessionDir = ${perl(inside('sessions'))};`,
  ];
  const file = inside('RT_SiteConfig.pm');
  writeFileSync(file, `${[...lines, ...folders].join('\n')}\n1;\n`);
  return {
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    RT_SITE_CONFIG: file,
    RT_SITE_CONFIG_DIR: inside('config.d'),
  };
}

function perl(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replace(/[\\']/g, '\\$&')}'`;
}

async function run(file: string, args: readonly string[], env: Environment): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, { env, maxBuffer: 10_000_000 });
  return stdout;
}

/** Settles once it answers. */
async function serve(port: number, env: Environment): Promise<ChildProcess> {
  const child = spawn(program, ['--host', '127.0.0.1', '--port', String(port)], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4000);
  });
  const gaveUp = AbortSignal.timeout(upWithinMs);
  while (!(await answers(port))) {
    if (child.exitCode !== null || gaveUp.aborted) {
      await end(child);
      throw new Error(`Request Tracker did not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return child;
}

async function answers(port: number): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/REST/2.0/rt`, { signal: AbortSignal.timeout(20_000) });
    return status === 401;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
