import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { checkSandbox } from '../../src/skills/sandbox-check.ts';
import type { Command } from '../../src/skills/sandbox-command.ts';
import type { ProcessResult } from '../../src/skills/sandbox-process.ts';
import { openFolder, scriptRunner, withoutSandbox, writeSkill } from '../support/skill-folder.ts';

const skip = await withoutSandbox();
const holes = {
  'reading a file outside': false,
  'reading another skill': false,
  'connecting to the network': false,
  'seeing the environment': false,
  'writing into the skill': false,
};

interface Answers {
  readonly version?: string;
  readonly start?: Partial<Record<'stderr', string>> & { readonly exitCode?: number };
  readonly canaries?: string;
}

/** A check against a machine that answers like this; absent answers are programs that are not installed. */
function checkOn({ version, start, canaries = '' }: Answers, planted: string[] = []) {
  const result = (stdout: string, stderr = '', exitCode = 0): ProcessResult => ({
    exitCode,
    stdout: Buffer.from(stdout),
    stderr: Buffer.from(stderr),
  });
  return checkSandbox({
    root: true,
    stage: {
      node: async () => '/srv/node',
      async folder({ folder }) {
        planted.push(folder);
        return folder;
      },
      async remove() {},
    },
    signal: new AbortController().signal,
    async start({ args }: Command) {
      const missing = Object.assign(new Error('spawn ENOENT'), { code: 'ENOENT' });
      if (args.includes('--version')) {
        if (version === undefined) throw missing;
        return result(`bubblewrap ${version}\n`);
      }
      if (start === undefined) throw missing;
      if (args.at(-1) === '/bin/true') return result('', start.stderr, start.exitCode);
      return result(canaries, 'node: not here\n');
    },
  });
}

test('this machine passes its check, once for all who ask', { skip }, async (t) => {
  const runner = scriptRunner(t);
  const report = runner.check();
  assert.equal(runner.check(), report);
  const { ok, detail } = await report;
  assert.equal(ok, true);
  assert.match(detail, /^bubblewrap \d+\.\d+\.\d+, 5 canaries denied$/);
});

test('a machine without bubblewrap, or with an old one, is told the Debian package', async () => {
  for (const [answers, detail] of [
    [{}, 'bubblewrap is not installed.'],
    [{ version: '0.7.0' }, 'bubblewrap 0.7.0 is too old.'],
  ] as const) {
    const report = await checkOn(answers);
    assert.deepEqual([report.ok, report.detail], [false, detail]);
    assert.match(report.fix ?? '', /apt-get install bubblewrap/);
  }
  assert.match((await checkOn({ version: '0.10.0' })).fix ?? '', /util-linux/);
});

test('a machine that refuses user namespaces is told which settings allow them', async () => {
  for (const stderr of [
    'bwrap: setting up uid map: Operation not permitted\n',
    'bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.\n',
    "bwrap: Can't mount proc on /newroot/proc: Operation not permitted\n",
  ]) {
    const report = await checkOn({ version: '0.8.0', start: { stderr, exitCode: 1 } });
    assert.equal(report.ok, false);
    assert.match(report.detail, /^bubblewrap can't start a sandbox here: bwrap: /);
    assert.doesNotMatch(report.detail, /newroot/);
    assert.match(report.fix ?? '', /unprivileged_userns_clone.*seccomp=unconfined/);
  }
});

test('root in a container that has no other users is told to start as somebody else', async () => {
  const stderr = 'setpriv: setresuid failed: Invalid argument\n';
  const report = await checkOn({ version: '0.8.0', start: { stderr, exitCode: 1 } });
  assert.equal(report.ok, false);
  assert.match(report.fix ?? '', /start it as a user other than root/);
});

for (const hole of Object.keys(holes)) {
  test(`a sandbox that is open for ${hole} is none`, async () => {
    const canaries = JSON.stringify({ alive: true, uid: 65534, holes: { ...holes, [hole]: true } });
    const report = await checkOn({ version: '0.8.0', start: {}, canaries });
    assert.deepEqual([report.ok, report.detail], [false, `The sandbox is open for ${hole}.`]);
  });
}

test('canaries that never ran or ran as somebody else prove nothing', async () => {
  const silent = await checkOn({ version: '0.8.0', start: {}, canaries: '' });
  assert.deepEqual([silent.ok, silent.detail], [false, "Node can't run in the sandbox: node: not here."]);
  const root = await checkOn({ version: '0.8.0', start: {}, canaries: JSON.stringify({ alive: true, uid: 0, holes }) });
  assert.equal(root.ok, false);
});

test('planted canaries are taken away', async () => {
  const planted: string[] = [];
  await checkOn({ version: '0.8.0', start: {} }, planted);
  assert.deepEqual(
    planted.map((folder) => existsSync(folder)),
    [false],
  );
});

test('a script is refused where the sandbox fails its check: there is no other way to run it', async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/a.sh': 'echo ran' });
  const runner = scriptRunner(t, { nodePath: '/nowhere/node' });
  assert.equal((await runner.check()).ok, false);
  await assert.rejects(runner.run({ skill, script: 'a.sh', input: {}, signal: new AbortController().signal }), {
    code: 'tool_input',
    message: /^Scripts can't run here, so nothing was computed\. /,
  });
});
