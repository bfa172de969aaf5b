import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionsCommand } from '../../src/commands/questions.ts';
import { answerOf, createCommandWorld } from './run-command.ts';

const dayMs = 86_400_000;

test('before anybody asked, and in a quiet time, that is said', async (t) => {
  const { run, records } = createCommandWorld(t);
  const none = 'No questions yet. They are listed here once somebody has asked.\n';
  assert.deepEqual(await run(questionsCommand), { status: 0, stdout: none, stderr: '' });
  await records(({ answers }) => answers.put(answerOf('a', {}, { at: Date.now() - 3 * dayMs })));
  const quiet = await run(questionsCommand, { options: { since: '1' } });
  assert.equal(quiet.stdout, 'No questions in the last day. --since DAYS looks further back.\n');
  const answered = await run(questionsCommand, { options: { unanswered: true, since: '7' } });
  assert.equal(answered.stdout, 'No question of the last 7 days went unanswered.\n');
});

test('questions come newest first with the shares of this time and the one before, and without who asked', async (t) => {
  const { run, records } = createCommandWorld(t);
  const now = Date.now();
  const at = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T00:00:00Z`) - dayMs + 8 * 3_600_000;
  await records(async ({ answers }) => {
    await answers.put(answerOf('old', {}, { at: now - 40 * dayMs }));
    await answers.put(answerOf('first', {}, { at: at - 2000, person: 'UALICE', place: 'CHR' }));
    await answers.put(answerOf('second', { status: 'not_found', text: 'Nothing **found**.' }, { at: at - 1000 }));
    await answers.put(answerOf('hello', { status: 'needs_input', text: 'Hello!' }, { at }));
    const kept = { question: '(not kept: health)' };
    await answers.put(answerOf('referred', { status: 'needs_input', model: 'none' }, { at, ...kept }));
  });
  const { status, stdout } = await run(questionsCommand);
  assert.equal(status, 0);
  const lines = stdout.split('\n');
  assert.deepEqual(lines.slice(0, 3), [
    'Last 30 days: 2 questions, 1 not found (50%), 0 failed (0%).',
    'The 30 days before: 1 question, 0 not found (0%), 0 failed (0%).',
    '',
  ]);
  assert.match(lines[3] ?? '', /^\d{4}-\d\d-\d\d (09|10):00, asked back$/);
  assert.deepEqual(
    lines.slice(7, 15).map((line) => line.replace(/^\d.*:\d\d, /, 'TIME ')),
    [
      ...['TIME nothing found', '  Question second?', '  → Nothing **found**.', ''],
      ...['TIME answered', '  Question first?', '  → Text of first', ''],
    ],
  );
  assert.doesNotMatch(stdout, /UALICE|CHR|not kept/);
});

test('only what went unanswered, the newest of it, as JSON in a fixed shape', async (t) => {
  const { run, records } = createCommandWorld(t);
  const now = Date.now();
  await records(async ({ answers }) => {
    await answers.put(answerOf('a', { status: 'failed', text: 'Sorry.' }, { at: now - 3000, person: 'UALICE' }));
    await answers.put(answerOf('b', {}, { at: now - 2000 }));
    await answers.put(answerOf('c', { status: 'not_found', text: 'Nothing.' }, { at: now - 1000 }));
  });
  const options = { unanswered: true };
  const { stdout } = await run(questionsCommand, { options, json: true });
  const asked = (id: string, ago: number) => ({ id, at: new Date(now - ago).toISOString(), documents: [] });
  assert.deepEqual(JSON.parse(stdout), {
    days: 30,
    questions: [
      { ...asked('c', 1000), status: 'not_found', question: 'Question c?', answer: 'Nothing.' },
      { ...asked('a', 3000), status: 'failed', question: 'Question a?', answer: 'Sorry.' },
    ],
    unanswered: {
      now: { questions: 3, notFound: 1, failed: 1, share: 0.667 },
      before: { questions: 0, notFound: 0, failed: 0, share: 0 },
    },
    jumped: false,
  });
  const one = await run(questionsCommand, { options: { ...options, limit: '1' } });
  assert.match(one.stdout, /Question c\?[\s\S]*These are the newest 1; --limit shows more\.\n$/);
  assert.doesNotMatch(one.stdout, /Question a/);
});

test('a jump is said with what to do', async (t) => {
  const { run, records } = createCommandWorld(t);
  await records(async ({ answers }) => {
    for (let n = 0; n < 20; n++) await answers.put(answerOf(`${n}`, n < 9 ? {} : { status: 'not_found' }, {}));
  });
  assert.match(
    (await run(questionsCommand)).stdout,
    /^Much more goes unanswered than usual[\s\S]*bylaw index lists\s/m,
  );
});

test('on a narrow terminal every line fits, and foreign text moves nothing', async (t) => {
  const { run, records } = createCommandWorld(t);
  const question = `Was gilt für \u001b[31mReise\u0007kosten 😀 ${'Donaudampfschiff'.repeat(5)} bei\n\nKurzreisen ins Ausland?`;
  await records(({ answers }) => answers.put(answerOf('a', { text: 'Lang '.repeat(80) }, { question })));
  const { stdout } = await run(questionsCommand, { columns: 36 });
  for (const line of stdout.split('\n')) assert.ok(line.length <= 36, line);
  assert.match(stdout, /\n {2}Was gilt für \[31mReisekosten 😀\n/);
  assert.match(stdout, / {2}→ Lang Lang Lang Lang Lang Lang\n {4}Lang/);
  assert.match(stdout, / …\n$/);
});

test('numbers that make no sense are refused by name', async (t) => {
  const { run } = createCommandWorld(t);
  for (const [name, value] of [
    ['since', '0'],
    ['since', 'week'],
    ['limit', '1.5'],
  ] as const) {
    await assert.rejects(run(questionsCommand, { options: { [name]: value } }), {
      code: 'usage',
      message: new RegExp(`^--${name} ${value}: must be a whole number from 1 to`),
    });
  }
});
