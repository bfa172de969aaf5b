/** What runs inside a sandbox, and on which files. */
export interface SandboxedProgram {
  /** Real path of the only folder of ours that is visible inside, as `/skill`, read-only. */
  readonly folder: string;
  /** Real path of the Node binary, visible inside as `/opt/node`. */
  readonly nodePath: string;
  /** Program and arguments as paths inside the sandbox. */
  readonly argv: readonly string[];
  /** Address space of each process. Node reserves about 1.3 GB of it for itself. */
  readonly memoryBytes: number;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

export const nodeInside = '/opt/node';
export const skillInside = '/skill';
/** Whom a bot that runs as root becomes before anything else, since process limits don't bind root: `nobody`. */
export const nobody = 65534;

const mebibyte = 2 ** 20;
const diskBytes = 64 * mebibyte;

/** The one way a script is started: bubblewrap around resource limits around the program, and a plain user underneath. */
export function sandboxCommand(program: SandboxedProgram, root: boolean): Command {
  const args = [...isolation(program), '--', ...limits(program.memoryBytes), '--', ...program.argv];
  if (!root) return { file: 'bwrap', args };
  return {
    file: 'setpriv',
    args: [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--no-new-privs', '--', 'bwrap', ...args],
  };
}

function isolation({ folder, nodePath }: SandboxedProgram): string[] {
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session', '--clearenv'],
    ...['--cap-drop', 'ALL', '--uid', `${nobody}`, '--gid', `${nobody}`, '--hostname', 'skill'],
    ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib'],
    ...['--symlink', 'usr/lib64', '/lib64', '--symlink', 'usr/sbin', '/sbin'],
    ...['--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...['--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
    ...['--ro-bind', nodePath, nodeInside, '--proc', '/proc', '--dev', '/dev'],
    ...['--size', `${diskBytes}`, '--tmpfs', '/tmp', '--ro-bind', folder, skillInside],
    ...['--size', `${diskBytes}`, '--tmpfs', '/scratch', '--chdir', '/scratch'],
    // bubblewrap's own root and /dev are memory file systems of half the machine, and writable unless told otherwise.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'HOME', '/scratch', '--setenv', 'LANG', 'C.UTF-8'],
    ...['--setenv', 'TZ', 'UTC'],
  ];
}

function limits(memoryBytes: number): string[] {
  return [
    // The limits are per process; where many together exhaust the machine, the kernel ends them and not the bot.
    ...['choom', '-n', '1000', '--'],
    ...['prlimit', '--nproc=64', `--as=${memoryBytes}`, `--fsize=${diskBytes}`, '--cpu=20', '--nofile=256', '--core=0'],
  ];
}
