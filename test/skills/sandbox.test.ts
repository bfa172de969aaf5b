import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { leftBehind, leftForGood, openTargets } from '../support/attack-targets.ts';
import { plantAttack, sandboxAttacks, wasDenied } from '../support/sandbox-attacks.ts';
import { openFolder, scriptRunner, withoutInterpreter, withoutSandbox } from '../support/skill-folder.ts';

const skip = await withoutSandbox();
const signal = new AbortController().signal;

for (const attack of sandboxAttacks) {
  test(`the sandbox denies ${attack.name}`, { skip: skip || withoutInterpreter(attack.file) }, async (t) => {
    const folder = openFolder(t);
    const targets = await openTargets(folder);
    t.after(targets.close);
    const skill = plantAttack(folder, attack);
    const outcome = await scriptRunner(t, { limits: attack.limits ?? {} }).run({
      skill,
      script: attack.file,
      input: { ...targets },
      signal,
    });
    assert.ok(wasDenied(attack, outcome, targets), JSON.stringify(outcome).slice(0, 1000));
    assert.equal(await leftForGood(targets.marker), 0);
    assert.equal(readFileSync(join(skill.folder, 'scripts', attack.file), 'utf8'), attack.source);
    assert.deepEqual(readdirSync(skill.folder).toSorted(), ['SKILL.md', 'references', 'scripts']);
  });
}

test('nothing of a script is left when the bot is killed', {
  skip: skip || withoutInterpreter('hang.py'),
}, async (t) => {
  const folder = openFolder(t);
  const targets = await openTargets(folder);
  t.after(targets.close);
  const hang = sandboxAttacks.find(({ file }) => file === 'hang.py');
  assert.ok(hang);
  const skill = plantAttack(folder, hang);
  const program = fileURLToPath(new URL('../support/run-until-killed.ts', import.meta.url));
  const bot = spawn(process.execPath, [program], { stdio: ['pipe', 'inherit', 'inherit'] });
  t.after(() => bot.kill('SIGKILL'));
  bot.stdin.end(JSON.stringify({ skill, script: hang.file, input: { marker: targets.marker } }));
  while (leftBehind(targets.marker) < 3) {
    assert.equal(bot.exitCode, null);
    await setImmediate();
  }
  bot.kill('SIGKILL');
  await once(bot, 'exit');
  assert.equal(await leftForGood(targets.marker), 0);
});
