import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFollowUps } from '../../src/answer/follow-ups.ts';
import type { Citation, ClosePassage } from '../../src/domain.ts';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import { createWorld } from './answering-world.ts';

const cited = (section: string, document = 'leave'): Citation => ({
  ...{ n: 1, passage: `${document}@1#0`, document, title: 'Leave', section, quote: 'q', version: 1 },
});
const found = (section: string, document = 'leave', title = 'Leave'): ClosePassage => ({
  ...{ id: `${document}-${section}`, document, title, section, text: 't', score: 1 },
});

test('sections of cited documents that were found and not cited become questions, at most three', () => {
  const passages = [
    'Carry-over',
    'Time off › Sick leave',
    '2.3 Parental leave:',
    'Who approves leave?',
    'Holidays',
  ].map((section) => found(section));
  assert.deepEqual(findFollowUps([cited('Carry-over')], [...passages, found('Sick leave')]), [
    'What about “Sick leave” in “Leave”?',
    'What about “Parental leave” in “Leave”?',
    'Leave: Who approves leave?',
  ]);
});

test('other documents, headings without a topic, repeats and names too long for a button give none', () => {
  const passages = [
    ...[found('Wi-Fi', 'it', 'IT'), found('Purpose'), found('3'), found('Leave'), found(''), found('x'.repeat(90))],
    ...[found('Sick leave'), found('2. Sick leave')],
  ];
  assert.deepEqual(findFollowUps([cited('Carry-over')], passages), ['What about “Sick leave” in “Leave”?']);
  assert.deepEqual(findFollowUps([], passages), []);
});

test('an answered question comes with questions that are answered in turn, without a model', async () => {
  const { ask } = createWorld({ model: createExtractiveModel() });
  const given = await ask('How many unused days may be carried over into the next year in Germany?');
  assert.equal(given.status, 'answered');
  assert.ok(given.followUps !== undefined && given.followUps.length > 0);
  for (const question of given.followUps) {
    const next = await ask(question);
    assert.equal(next.status, 'answered', question);
    assert.ok(next.citations.some(({ section }) => question.includes(section)));
  }
});
