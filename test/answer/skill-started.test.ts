import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startedSkill } from '../../src/answer/answer-skills.ts';
import { skillOf } from '../tools/stub-skills.ts';

const startable = ['trip', 'Trip Helper', 'c++ (old)'].map((name) => skillOf(name));

for (const [text, name, rest] of [
  ['Trip Helper how far?', 'Trip Helper', 'how far?'],
  ['trip  helper: how far?', 'Trip Helper', 'how far?'],
  ['/Trip Helper, how\nfar?', 'Trip Helper', 'how\nfar?'],
  ['`Trip Helper` how far?', 'Trip Helper', 'how far?'],
  ['`trip`: helper?', 'trip', 'helper?'],
  ['trip helpers?', 'trip', 'helpers?'],
  ['/trip', 'trip', ''],
  ['c++ (old) why?', 'c++ (old)', 'why?'],
] as const) {
  test(`${JSON.stringify(text)} starts ${name}`, () => {
    const found = startedSkill(text, startable);
    assert.deepEqual([found?.skill.name, found?.rest], [name, rest]);
  });
}

for (const text of ['trips?', '`trip how far?', 'A trip helper', '', 'c++'])
  test(`${JSON.stringify(text)} starts nothing`, () => assert.equal(startedSkill(text, startable), undefined));
