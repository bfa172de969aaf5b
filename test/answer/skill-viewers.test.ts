import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { noAnswer } from '../../src/models/model.ts';
import { startSampleApp } from './sample-app.ts';
import { call, says } from './sample-replies.ts';

const root = mkdtempSync(join(tmpdir(), 'bylaw-roles-'));
after(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'pay-review'));
writeFileSync(
  join(root, 'pay-review', 'SKILL.md'),
  '---\nname: pay-review\ndescription: Prepares a pay review. Use when one is due.\nmetadata:\n  bylaw-roles: hr board\n---\nSearch for vacation days.\n',
);
const { app, fake, ask } = await startSampleApp(
  { after },
  { roots: [root], roles: { hr: ['U0123', 'alice'], board: ['alice'], managers: ['ben'] } },
);
const days: Parameters<typeof says>[0] = [
  ['Employees in the United States receive 20 days.', 'receive 20 days of paid vacation'],
];
const find = { content: [call('search_policies', { query: 'vacation days in the United States' })] };
const silent = { content: [{ type: 'text', text: noAnswer }] };
const sentTo = (from: number) =>
  fake.requests
    .slice(from)
    .map(({ raw }) => raw)
    .join('');

test('a viewer has the roles that the configuration gives the person, and reads no other documents', async () => {
  assert.deepEqual((await app.viewer({ person: 'alice' })).roles, ['board', 'hr']);
  assert.deepEqual((await app.viewer({ person: 'U0123', place: 'C1' })).roles, ['hr']);
  for (const asker of [{}, { person: 'carol' }, { person: 'hr' }, { person: undefined }]) {
    assert.equal((await app.viewer(asker)).roles, undefined);
  }
  assert.deepEqual((await app.viewer({ person: 'alice' })).audienceKeys, (await app.viewer({})).audienceKeys);
});

test('a skill for a role is offered to its people and loaded for them', async () => {
  for (const asker of [{ person: 'U0123' }, { person: 'alice', place: 'C1' }]) {
    const from = fake.requests.length;
    fake.reply({ content: [call('load_skill', { name: 'pay-review' })] }, find, says(days));
    const given = await ask('A pay review is due.', asker);
    assert.equal(given.status, 'answered', given.text);
    assert.deepEqual(
      given.skills?.map(({ name }) => name),
      ['pay-review'],
    );
    assert.match(sentTo(from), /- pay-review: Prepares a pay review/);
    assert.ok(app.answers.startable(await app.viewer(asker)).some(({ name }) => name === 'pay-review'));
  }
});

test('to others it does not exist: not in the prompt, not in the tools, not by its name, not in what they may start', async () => {
  for (const asker of [{}, { person: 'ben' }, { person: 'ben', place: 'C1' }]) {
    const from = fake.requests.length;
    fake.reply(find, silent);
    const given = await ask('Is there a review of what people earn?', asker);
    assert.equal(given.skills, undefined);
    assert.doesNotMatch(sentTo(from), /pay-review/);
    assert.ok(!app.answers.startable(await app.viewer(asker)).some(({ name }) => name === 'pay-review'));
  }
  const from = fake.requests.length;
  fake.reply({ content: [call('load_skill', { name: 'pay-review' })] }, find, silent);
  await ask('Is there a review?', { person: 'ben' });
  assert.doesNotMatch(sentTo(from), /Prepares a pay review|skill_content/);
});

test('what a skill for a role said in a thread is not sent along for others', async () => {
  const thread = { conversation: 'thread', place: 'C1' };
  fake.reply({ content: [call('load_skill', { name: 'pay-review' })] }, find, says(days));
  await ask('A pay review is due.', { ...thread, person: 'alice' });
  const from = fake.requests.length;
  fake.reply(find, silent);
  await ask('And how is it in Germany?', { ...thread, person: 'ben' });
  assert.doesNotMatch(sentTo(from), /pay-review/);
  const again = fake.requests.length;
  fake.reply(find, silent);
  await ask('And how is it in Germany?', { ...thread, person: 'alice' });
  assert.match(sentTo(again), /skill_content name=\\"pay-review/);
});

test('sensitive-matters exists only where the asker alone reads the answer', async () => {
  const names = (place?: string) => app.skills.list({ by: 'model', ...(place && { place }) }).map(({ name }) => name);
  assert.ok(names().includes('sensitive-matters'));
  assert.ok(!names('C1').includes('sensitive-matters'));
  assert.ok(names('C1').includes('incident-triage'), 'an incident is answered where it is reported');

  const from = fake.requests.length;
  fake.reply({ content: [call('load_skill', { name: 'sensitive-matters' })] }, find, silent);
  await ask('sensitive-matters Whom can people here talk to?', { person: 'ben', place: 'C1' });
  assert.doesNotMatch(sentTo(from), /- sensitive-matters: |skill_content/);
  assert.match(sentTo(from), /There is no skill/);
});

test('in a channel a sensitive message is answered by the fixed check, without the skill', async () => {
  const from = fake.requests.length;
  const given = await ask('My manager keeps touching my shoulder. What can I do?', { person: 'ben', place: 'C1' });
  assert.equal(fake.requests.length, from);
  assert.equal(given.status, 'needs_input');
  assert.match(given.text, /Ada Okafor, extension 4711/);
});
