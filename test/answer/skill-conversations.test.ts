import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { noAnswer } from '../../src/models/model.ts';
import type { FakeReply, Responder } from '../support/fake-claude/script.ts';
import { withoutSandbox } from '../support/skill-folder.ts';
import { startSampleApp } from './sample-app.ts';
import { call, says, scriptCall } from './sample-replies.ts';
import { type Conversation, conversations } from './worked-conversations.ts';

const skip = await withoutSandbox();
const { app, fake, ask, lines } = await startSampleApp({ after });

for (const conversation of conversations) {
  test(`${conversation.skill}: loaded, searched, computed in the sandbox and cited`, { skip }, async () => {
    fake.reply(...turn(conversation));
    const given = await ask(conversation.question);
    assert.equal(given.status, 'answered', given.text);
    for (const [statement] of conversation.says) assert.ok(given.text.includes(statement.trim()), given.text);
    assert.equal(given.citations[0]?.n, 1);
    assert.ok(given.citations.some(({ title }) => title === `Calculation: ${conversation.skill}`));
    const shown = given.text.slice(given.text.indexOf('**How this was calculated')).split('\n');
    for (const [text, document] of conversation.steps) {
      const step = shown.find((line) => text.test(line));
      assert.ok(step, `${text} is among the steps: ${shown.join('\n')}`);
      const numbers = [...step.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
      assert.ok(
        numbers.some((n) => given.citations[n - 1]?.document === `policies/${document}`),
        `${step} cites ${document}`,
      );
    }
    const [followed] = given.skills ?? [];
    assert.deepEqual(followed, { name: conversation.skill, version: app.skills.get(conversation.skill, {})?.version });
    assert.deepEqual((await app.records.answers.get(given.id))?.answer.skills, given.skills);
  });

  test(`${conversation.skill}: refused where the script's figures name no passage that was found`, {
    skip,
  }, async () => {
    const invented = { ...conversation, input: () => conversation.input(() => 'policy://policies/invented.md@1#0') };
    fake.reply(...turn(invented), () => ({ content: [{ type: 'text', text: noAnswer }] }));
    const given = await ask(conversation.question);
    assert.equal(given.status, 'not_found', given.text);
    assert.match(lines.join(''), /"codes":"[^"]*script_source/);
    lines.length = 0;
  });
}

test('sensitive-matters: loaded, and people to turn to are named from the policies', async () => {
  const counselling = 'The counselling service Lighthouse talks with employees';
  fake.reply(
    { content: [call('load_skill', { name: 'sensitive-matters' })] },
    { content: [call('search_policies', { query: 'counselling service Lighthouse personal crisis' })] },
    says([['The counselling service Lighthouse talks with employees about any personal crisis.', counselling]]),
  );
  const given = await ask('Whom can people here talk to in a personal crisis?');
  assert.equal(given.status, 'answered', given.text);
  assert.equal(given.skills?.[0]?.name, 'sensitive-matters');
  assert.equal(given.citations[0]?.document, 'policies/incident-reporting.md');
});

test('a sensitive message reaches no model and no record, and comes back with the configured contacts', async () => {
  const before = fake.requests.length;
  const given = await ask('My manager keeps touching my shoulder and commenting on my body. What can I do?');
  assert.match(given.text, /Ada Okafor, extension 4711/);
  assert.equal(fake.requests.length, before);
  const record = await app.records.answers.get(given.id);
  assert.equal(record?.question, '(not kept: harassment)');
  assert.doesNotMatch(JSON.stringify([record, lines]), /shoulder|commenting/);
});

test('every request of these conversations was one that the API takes, with one prompt for all', () => {
  assert.deepEqual(
    fake.requests.flatMap(({ error }) => error ?? []),
    [],
  );
  const prefixes = new Set(fake.requests.map(({ raw }) => raw.slice(0, raw.indexOf('"messages"'))));
  assert.equal(prefixes.size, 1);
  const [prefix = ''] = prefixes;
  for (const { name } of app.skills.list({ by: 'model' })) assert.equal(prefix.split(`- ${name}: `).length, 2, name);
});

function turn(conversation: Conversation): (FakeReply | Responder)[] {
  const { skill, searches } = conversation;
  return [
    { content: [call('load_skill', { name: skill })] },
    { content: searches.map((query) => call('search_policies', { query })) },
    (request) => ({ content: [scriptCall(request, conversation)] }),
    says(conversation.says),
  ];
}
