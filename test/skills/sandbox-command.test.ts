import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxCommand } from '../../src/skills/sandbox-command.ts';

const program = {
  folder: '/srv/skills/leave',
  nodePath: '/srv/node',
  argv: ['/opt/node', '/skill/scripts/a.mjs'],
  memoryBytes: 1024,
};

test('a bot that runs as root becomes nobody before the sandbox, another stays who it is', () => {
  const [asRoot, asUser] = [sandboxCommand(program, true), sandboxCommand(program, false)];
  assert.equal(asUser.file, 'bwrap');
  assert.equal(asRoot.file, 'setpriv');
  assert.deepEqual(asRoot.args, [
    ...['--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs', '--', 'bwrap'],
    ...asUser.args,
  ]);
});

test('limits stand between the sandbox and the program', () => {
  const line = sandboxCommand(program, false).args.join(' ');
  assert.match(
    line,
    / -- choom -n 1000 -- prlimit --nproc=64 --as=1024 --fsize=67108864 .* -- \/opt\/node \/skill\/scripts\/a\.mjs$/,
  );
});

test('every namespace is new, the environment is cleared and only five places of the host are visible, read-only', () => {
  const { args } = sandboxCommand(program, false);
  for (const flag of [
    '--unshare-all',
    '--unshare-user',
    '--disable-userns',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
  ])
    assert.ok(args.includes(flag), flag);
  const bound = args.flatMap((arg, n) => (arg.startsWith('--ro-bind') ? [args.slice(n + 1, n + 3).join(' ')] : []));
  assert.deepEqual(bound, [
    '/usr /usr',
    '/etc/ld.so.cache /etc/ld.so.cache',
    '/etc/alternatives /etc/alternatives',
    '/srv/node /opt/node',
    '/srv/skills/leave /skill',
  ]);
  assert.deepEqual(
    args.filter((arg) => /^--(bind|dev-bind|share)/.test(arg)),
    [],
  );
});
