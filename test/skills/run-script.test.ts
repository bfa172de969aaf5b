import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { createLog } from '../../src/log.ts';
import { parseOutput } from '../../src/skills/script-output.ts';
import { openFolder, scriptRunner, withoutInterpreter, withoutSandbox, writeSkill } from '../support/skill-folder.ts';

const skip = await withoutSandbox();
const signal = new AbortController().signal;

const doublers = {
  'double.mjs': `import { readFileSync } from 'node:fs';
console.log(JSON.stringify({ doubled: 2 * JSON.parse(readFileSync(0, 'utf8')).amount }));`,
  'double.cjs': `const input = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify({ doubled: 2 * input.amount }));`,
  'double.ts': `import { readFileSync } from 'node:fs';
const input: { amount: number } = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify({ doubled: 2 * input.amount }));`,
  'double.py': `import json, sys
print(json.dumps({'doubled': 2 * json.load(sys.stdin)['amount']}))`,
  'double.sh': `read -r line; amount=\${line//[^0-9]/}; echo "{\\"doubled\\": $((2 * amount))}"`,
};

for (const [file, source] of Object.entries(doublers)) {
  test(`${file} reads JSON and its output is JSON`, { skip: skip || withoutInterpreter(file) }, async (t) => {
    const skill = writeSkill(openFolder(t), { [`scripts/${file}`]: source });
    const outcome = await scriptRunner(t).run({ skill, script: file, input: { amount: 21 }, signal });
    assert.deepEqual(parseOutput(outcome), { kind: 'json', value: { doubled: 42 } });
  });
}

for (const mode of [0o644, 0o000]) {
  const unreadable = mode === 0 && process.geteuid?.() !== 0 && 'only root reads a file of this mode';
  for (const [file, source] of Object.entries(doublers).filter(([name]) => /\.(mjs|py|sh)$/.test(name))) {
    const skipped = skip || unreadable || withoutInterpreter(file);
    test(`${file} of mode ${mode.toString(8)} runs through its interpreter`, { skip: skipped }, async (t) => {
      const skill = writeSkill(openFolder(t), { [`scripts/${file}`]: source });
      chmodSync(join(skill.folder, 'scripts', file), mode);
      const outcome = await scriptRunner(t).run({ skill, script: file, input: { amount: 21 }, signal });
      assert.deepEqual(parseOutput(outcome), { kind: 'json', value: { doubled: 42 } });
    });
  }
}

test('a script that fails is an outcome with its complaint and no path of the host', { skip }, async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/fail.mjs': 'throw new Error("no rate for that day")' });
  const outcome = await scriptRunner(t).run({ skill, script: 'fail.mjs', input: {}, signal });
  assert.equal(outcome.exitCode, 1);
  assert.equal(outcome.ended, undefined);
  assert.match(outcome.stderr ?? '', /^file:\/\/\/skill\/scripts\/fail\.mjs:1(.|\n)*no rate for that day/);
  assert.ok(!JSON.stringify(outcome).includes(skill.folder));
});

test('a script that ignores a large input still succeeds', { skip }, async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/deaf.sh': 'exec 0<&-; echo done' });
  const input = { text: 'x'.repeat(200_000) };
  const outcome = await scriptRunner(t).run({ skill, script: 'deaf.sh', input, signal });
  assert.deepEqual(outcome, { exitCode: 0, stdout: 'done', truncated: false });
});

test('an input that does not fit the schema of the script is refused before it runs', { skip }, async (t) => {
  const skill = writeSkill(openFolder(t), {
    'scripts/double.mjs': doublers['double.mjs'],
    'assets/double.schema.json': '{"type":"object","required":["amount"],"properties":{"amount":{"type":"integer"}}}',
  });
  const runner = scriptRunner(t);
  await assert.rejects(runner.run({ skill, script: 'double.mjs', input: { amount: 'many' }, signal }), {
    code: 'tool_input',
    message: /amount: Invalid input: expected number, received string/,
  });
  const outcome = await runner.run({ skill, script: 'scripts/double.mjs', input: { amount: 1 }, signal });
  assert.equal(outcome.stdout, '{"doubled":2}');
});

test('known secrets that a script prints are replaced, as they are and as JSON writes them', { skip }, async (t) => {
  const secrets = ['correct horse battery', 'line one\nline "two"'];
  const skill = writeSkill(openFolder(t), {
    'scripts/tell.mjs': `const secrets = ${JSON.stringify(secrets)};
console.log('token ' + secrets[0]); console.log(JSON.stringify(secrets)); console.error(secrets[1]); process.exitCode = 3;`,
  });
  const outcome = await scriptRunner(t, { secrets }).run({ skill, script: 'tell.mjs', input: {}, signal });
  assert.deepEqual(outcome, {
    exitCode: 3,
    stdout: 'token [redacted]\n["[redacted]","[redacted]"]',
    stderr: '[redacted]',
    truncated: false,
  });
});

test('an aborted run is ended, and so is one that waits for its turn', { skip }, async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/hang.sh': 'while :; do :; done' });
  const runner = scriptRunner(t, { limits: { concurrent: 1 } });
  await runner.check();
  const [first, second] = [new AbortController(), new AbortController()];
  const runs = [first, second].map(({ signal }) => runner.run({ skill, script: 'hang.sh', input: {}, signal }));
  second.abort();
  assert.equal((await runs[1])?.ended, 'cancelled');
  first.abort();
  assert.deepEqual(await runs[0], { exitCode: null, stdout: '', truncated: false, ended: 'cancelled' });
});

test('more runs than may run at once all get their turn', { skip }, async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/echo.sh': 'cat' });
  const runner = scriptRunner(t, { limits: { concurrent: 2 } });
  const inputs = [0, 1, 2, 3, 4, 5];
  const outcomes = await Promise.all(inputs.map((input) => runner.run({ skill, script: 'echo.sh', input, signal })));
  assert.deepEqual(
    outcomes.map(({ stdout }) => Number(stdout)),
    inputs,
  );
});

test('stopping ends what runs and what comes later', { skip }, async (t) => {
  const skill = writeSkill(openFolder(t), { 'scripts/hang.sh': 'while :; do :; done' });
  const runner = scriptRunner(t);
  await runner.check();
  const run = runner.run({ skill, script: 'hang.sh', input: {}, signal });
  await runner.stop();
  assert.equal((await run).ended, 'cancelled');
  assert.equal((await runner.run({ skill, script: 'hang.sh', input: {}, signal })).ended, 'cancelled');
});

test('the log names skill, script and figures, and neither input nor output', { skip }, async (t) => {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => lines.push(line), now: () => new Date(0) });
  const skill = writeSkill(openFolder(t), { 'scripts/echo.sh': 'cat; echo printed' });
  let clock = 0;
  const runner = scriptRunner(t, { log, now: () => (clock += 7) });
  await runner.run({ skill, script: 'echo.sh', input: 'asked', signal });
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    [
      {
        time: '1970-01-01T00:00:00.000Z',
        level: 'info',
        event: 'skills.script',
        skill: 'sample-skill',
        script: 'scripts/echo.sh',
        ms: 7,
        exit: 0,
        bytes: 15,
      },
    ],
  );
});
