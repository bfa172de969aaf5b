import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  actionId,
  actionPattern,
  answerBlockId,
  answerOfBlock,
  decodeAction,
  encodeAction,
} from '../../../src/chat/slack/action-ids.ts';

test('what a button carries comes back as it was, up to the length that Slack takes', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 2_500 }), (text) => {
      const value = encodeAction('follow_up', { answer: 'a1', text });
      if (value === undefined) assert.ok(JSON.stringify({ answer: 'a1', text }).length > 2_000);
      else {
        assert.ok(value.length <= 2_000);
        assert.deepEqual(decodeAction('follow_up', value), { answer: 'a1', text });
      }
    }),
    { seed: 7, numRuns: 200 },
  );
});

test('a value of another kind, of no kind or with a word missing is none', () => {
  const value = encodeAction('ask_person', { answer: 'a1' });
  assert.equal(decodeAction('approval_decide', value), undefined);
  for (const broken of [undefined, 7, '', '{', 'null', '{"answer":""}']) {
    assert.equal(decodeAction('ask_person', broken), undefined);
  }
});

test('buttons of one name are told apart and listened for together', () => {
  assert.match(actionId('follow_up', 2), actionPattern('follow_up'));
  assert.match(actionId('follow_up'), actionPattern('follow_up'));
  assert.doesNotMatch(actionId('follow_up', 2), actionPattern('ask_person'));
  assert.doesNotMatch('follow_upper', actionPattern('follow_up'));
});

test('a block says which answer it belongs to', () => {
  assert.equal(answerOfBlock(answerBlockId('a-1', 'sources:2')), 'a-1');
  assert.equal(answerOfBlock('something else'), undefined);
});
