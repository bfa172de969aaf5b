import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCalibration, storeCalibration } from '../../src/calibration.ts';
import { askCommand } from '../../src/commands/ask.ts';
import { doctorCommand } from '../../src/commands/doctor.ts';
import { evaluateCommand } from '../../src/commands/evaluate.ts';
import { createCommandWorld } from './run-command.ts';

const things = ['parking', 'lunch', 'laptops', 'trains', 'phones', 'gifts', 'books', 'chairs', 'badges', 'lockers'];
const others = ['dogs', 'boats', 'tattoos', 'drones', 'pianos', 'saunas', 'kites', 'hammocks', 'ponies', 'statues'];

function handbook(t: Parameters<typeof createCommandWorld>[0], unanswerable = others) {
  const settings = { sources: [{ folder: 'docs' }], embeddings: { provider: 'none' }, skills: { roots: [] } };
  const world = createCommandWorld(t, settings);
  mkdirSync(join(world.cwd, 'docs'));
  const write = (name: string, text: string) => writeFileSync(join(world.cwd, 'docs', name), text);
  for (const [i, thing] of things.entries())
    write(`${thing}.md`, `# Rules on ${thing}\n\nThe company pays ${i + 20} EUR a month for ${thing}.\n`);
  const questions = [
    ...things.map((thing) => ({
      id: thing,
      text: `What does the company pay for ${thing}?`,
      relevant: [`${thing}.md`],
    })),
    ...unanswerable.map((thing) => ({
      ...{ id: thing, text: `What does the company pay for ${thing}?`, relevant: [], answerable: false },
    })),
  ];
  write('queries.jsonl', questions.map((question) => JSON.stringify(question)).join('\n'));
  return world;
}

test('what calibrating finds is used from then on, told by doctor, and can be undone', async (t) => {
  const { run, records } = handbook(t);
  const { status, stdout } = await run(evaluateCommand, { options: { calibrate: true } });
  assert.equal(status, 0);
  const threshold = Number(/^Threshold (\S+): of 10 answerable questions 100 % are answered,/.exec(stdout)?.[1]);
  assert.match(
    stdout,
    /of 10 without an answer 0 % are answered\.\nFrom now on .* refused.*; evaluate --uncalibrate undoes it\.\n$/,
  );
  await records(async ({ flags }) => {
    assert.equal(await readCalibration(flags), threshold);
    await storeCalibration(flags, 1, 0);
  });

  const question = { words: ['How many EUR a month does our company pay for parking?'], json: true };
  const ask = async () => JSON.parse((await run(askCommand, question)).stdout).status;
  assert.equal(await ask(), 'not_found', 'nothing is as sure as that');
  assert.match(
    (await run(doctorCommand)).stdout,
    /quotes: refused where less sure than 1, as calibrated; evaluate --uncalibrate/,
  );

  const undone = await run(evaluateCommand, { options: { uncalibrate: true } });
  assert.equal(undone.stdout, 'The stored threshold 1 is gone; the usual one counts.\n');
  assert.equal(await ask(), 'answered');
  assert.doesNotMatch((await run(doctorCommand)).stdout, /quotes:/);
  assert.equal((await run(evaluateCommand, { options: { uncalibrate: true } })).stdout, 'No threshold was stored.\n');
});

test('too few questions store nothing, and what is missing is said', async (t) => {
  const { run, records } = handbook(t, others.slice(0, 3));
  await assert.rejects(run(evaluateCommand, { options: { calibrate: true } }), {
    message: /needs 10 answerable questions and as many without an answer; here are 10 and 3: add lines/,
  });
  await records(async ({ flags }) => assert.equal(await readCalibration(flags), undefined));
});
