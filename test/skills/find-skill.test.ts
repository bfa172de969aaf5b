import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createSkillFinder } from '../../src/skills/find-skill.ts';
import { loadSkills } from '../../src/skills/load-skills.ts';
import { asSkill, syntheticSkills } from './synthetic-skills.ts';

interface Labelled {
  readonly question: string;
  readonly skill: string;
  readonly sensitive?: boolean;
}

const questions: readonly Labelled[] = readFileSync(new URL('questions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const shippedFolder = fileURLToPath(new URL('../../skills', import.meta.url));
const shipped = loadSkills([shippedFolder]).flatMap(({ skills }) => skills.flatMap(({ skill }) => skill ?? []));
const among = [...shipped, ...syntheticSkills(500 - shipped.length).map(asSkill)];

test('60 colloquial questions, English and German, find their skill among 500', async () => {
  assert.deepEqual(new Set(questions.map(({ skill }) => skill)), new Set(shipped.map(({ name }) => name)));
  assert.equal(questions.length, 60);
  assert.equal(among.length, 500);
  const { find } = createSkillFinder();
  const missed: string[] = [];
  for (const { question, skill, sensitive } of questions) {
    const found = await find(question, among, 5);
    if (found.some((row) => row.skill.name === skill)) continue;
    missed.push(question);
    assert.ok(!sensitive, `a sensitive question was missed: ${question}`);
  }
  assert.ok(missed.length <= 6, missed.join('\n'));
});

test('greetings and small talk find nothing', async () => {
  const { find } = createSkillFinder();
  for (const greeting of [
    'hi',
    'Hello!',
    'good morning everyone',
    'thanks a lot',
    'how are you?',
    'Guten Morgen',
    'Danke dir',
    'ok cool',
    'what can you do?',
    'who are you?',
    'have a nice weekend',
    'Hallo zusammen',
    'bye',
    '👍',
    'wie geht es dir?',
    '',
    '   ',
    '???',
  ]) {
    assert.deepEqual(await find(greeting, among), [], greeting);
  }
});

test('results are best first, at most so many, and stable', async () => {
  const { find } = createSkillFinder();
  const found = await find('book travel and report expenses', among, 3);
  assert.equal(found.length, 3);
  assert.ok(found.some(({ skill }) => skill.name === 'travel-booking'));
  assert.deepEqual(found, await find('book travel and report expenses', [...among].reverse(), 3));
  for (let i = 1; i < found.length; i += 1) assert.ok((found[i - 1]?.score ?? 0) >= (found[i]?.score ?? 0));
});

test('an embedder finds what shares no word, and each skill is embedded once', async () => {
  const texts: string[] = [];
  const { find } = createSkillFinder({
    embed: async (batch) => {
      texts.push(...batch);
      return batch.map((text) => Float32Array.from(/aquarium|fish/.test(text) ? [1, 0] : [0, 1]));
    },
  });
  const skills = [
    { name: 'fish-care', description: 'Feeds the fish.' },
    { name: 'plants', description: 'Waters them.' },
  ].map(asSkill);
  assert.deepEqual(
    (await find('our aquarium looks dirty', skills)).map(({ skill }) => skill.name),
    ['fish-care'],
  );
  await find('aquarium again', skills);
  assert.deepEqual(texts, [
    'fish care. Feeds the fish.',
    'plants. Waters them.',
    'our aquarium looks dirty',
    'aquarium again',
  ]);
  assert.deepEqual(await find('hello', skills), [], 'a greeting is not even embedded');
  assert.equal(texts.length, 4);
});

test('odd queries are answered quickly', async () => {
  const { find } = createSkillFinder();
  const began = performance.now();
  for (const query of ['constructor __proto__ toString', 'a'.repeat(100_000), 'urlaub '.repeat(20_000), '\0\uD800'])
    await find(query, among);
  assert.ok(performance.now() - began < 5000);
  assert.deepEqual(await find('leave', []), []);
});
