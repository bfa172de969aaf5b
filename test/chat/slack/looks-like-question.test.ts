import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeQuestion } from '../../../src/chat/slack/intake/looks-like-question.ts';

for (const text of [
  'How many days of leave are there?',
  'how many days of leave are there',
  'Hi all, can I carry leave over',
  'Leave in Spain?',
  'Hallo zusammen, wie viele Urlaubstage habe ich',
  'Darf ich im Ausland arbeiten?',
]) {
  test(`a question: ${text}`, () => assert.equal(looksLikeQuestion(text), true));
}

for (const text of [
  'Good morning',
  'The office is closed today.',
  '???',
  'See https://example.com/?q=1',
  '',
  '<@U1>',
]) {
  test(`no question: ${text}`, () => assert.equal(looksLikeQuestion(text), false));
}
