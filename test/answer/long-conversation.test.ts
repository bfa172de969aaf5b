import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLongConversation } from './long-conversation.ts';
import { measureOverhead } from './loop-overhead.ts';
import { createAnswers, createConversations, newStored } from './memory-records.ts';

test('a long conversation on a small window stays valid, with its skill and its citations', async () => {
  const { answers, requests, longestChars, kept, unloaded, uncitedInHistory } = await runLongConversation(120, 6000);
  assert.equal(answers, 120);
  assert.ok(requests >= 240);
  assert.ok(longestChars < 16_000, `${longestChars}`);
  assert.ok(kept > 1);
  assert.equal(unloaded, 0, 'the skill stands in every request');
  assert.equal(uncitedInHistory, 0, 'every earlier answer that is sent along is cited');
});

test('the loop itself takes little of a turn’s time', async () => {
  const stored = newStored();
  const { turns, p95Ms } = await measureOverhead(
    createConversations(stored.conversations),
    createAnswers(stored.answers),
    20,
  );
  assert.equal(turns, 60);
  // Far from the 20 ms that the benchmark holds it to, since tests share a busy machine.
  assert.ok(p95Ms < 500, `${p95Ms} ms`);
});
