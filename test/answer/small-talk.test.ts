import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallTalkReply } from '../../src/answer/small-talk.ts';

test('greetings and thanks get a fixed reply', () => {
  for (const text of [
    'hi',
    'Hello there!',
    'Good morning team',
    ':wave: hey',
    '<@U1> hallo',
    'Danke schön!',
    'ok thanks a lot',
    'Thank you so much',
    'got it',
  ]) {
    assert.match(smallTalkReply(text) ?? '', /I answer questions about the company policies/, text);
  }
});

test('anything that may be a question is none', () => {
  for (const text of [
    'Hi, how many days of leave do I get?',
    'thanks, and in the US?',
    'leave',
    'good leave policy',
    'Hello world leave days',
    'bot?',
  ]) {
    assert.equal(smallTalkReply(text), undefined, text);
  }
});
