import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Referrals } from '../../src/answer/referral.ts';
import { createWorld } from './answering-world.ts';
import { createScriptedModel, say } from './scripted-model.ts';

const referrals: Referrals = {
  find: (text) => (text.includes('grope') ? { topic: 'harassment', language: 'en' } : undefined),
  reply: ({ topic }) => `Ada helps with ${topic}.`,
};
const secret = 'My manager tried to grope me';

test('a message for people is answered with whom to turn to, and its text reaches nothing', async () => {
  const script = createScriptedModel([]);
  const world = createWorld({ model: script.model, referrals });
  const given = await world.ask(secret);
  assert.deepEqual(
    { ...given, id: '', ms: 0 },
    {
      ...{ id: '', status: 'needs_input', text: 'Ada helps with harassment.', citations: [], passages: [] },
      ...{ model: 'none', ms: 0 },
    },
  );
  assert.equal(script.requests.length, 0);
  assert.equal(world.handbook.searches.length, 0);
  assert.equal(world.snapshots.size, 0);
  const [record] = world.answers.values();
  assert.equal(record?.question, '(not kept: harassment)');
  assert.deepEqual(record?.retrieved, []);
  assert.match(world.log(), /"event":"answer.referred","topic":"harassment"/);
  assert.doesNotMatch(JSON.stringify([...world.answers.values(), world.log()]), /grope|manager/);
});

test('a chat can find out before it keeps anything, and have the same answer without the text', async () => {
  const { answering, answers } = createWorld({ model: createScriptedModel([]).model, referrals });
  assert.equal(answering.screen('How much leave?'), undefined);
  const referral = answering.screen(secret);
  assert.deepEqual(referral, { topic: 'harassment', language: 'en' });
  assert.ok(referral);
  assert.equal((await answering.refer(referral, { conversation: 'C1' })).text, 'Ada helps with harassment.');
  assert.equal(answers.size, 1);
});

test('a later message of the same conversation is answered as usual', async () => {
  const script = createScriptedModel([
    say({ type: 'tool_use', id: 'toolu_1', name: 'search_policies', input: { query: 'leave' } }),
    say('NO_ANSWER'),
    say('NO_ANSWER'),
  ]);
  const { ask } = createWorld({ model: script.model, referrals });
  await ask(secret);
  await ask('How much leave?');
  assert.doesNotMatch(JSON.stringify(script.requests), /grope/);
});
