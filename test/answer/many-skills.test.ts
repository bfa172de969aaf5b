import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticSkills, writeSkills } from '../skills/synthetic-skills.ts';
import type { FakeRequest } from '../support/fake-claude/script.ts';
import { temporaryFolder } from '../support/run-bylaw.ts';
import { startSampleApp } from './sample-app.ts';
import { call, says } from './sample-replies.ts';

const fourWeeks = 'During the first four weeks after parental leave';

test('of more than 100 skills the list is shortened, and one is found, loaded and answered with', async (t) => {
  const root = temporaryFolder(t);
  // Long enough that its list entry is cut and only the search reads the end.
  const wanted = {
    name: 'back-to-work',
    description: `Prepares the first weeks after an absence, with hours, pay, desk and access. ${'Lists what to arrange beforehand. '.repeat(6)}Use when a parent comes back from Elternzeit or parental leave.`,
  };
  writeSkills(root, [...syntheticSkills(120), wanted]);
  const { app, fake, ask } = await startSampleApp(t, { roots: [root] });
  assert.equal(app.skills.list({}).length, 127);

  let found = '';
  let loaded = '';
  fake.reply(
    { content: [call('find_skill', { query: 'a parent returns from Elternzeit' })] },
    (request) => {
      found = lastResult(request);
      return { content: [call('load_skill', { name: wanted.name })] };
    },
    (request) => {
      loaded = lastResult(request);
      return { content: [call('search_policies', { query: 'return after parental leave hours pay' })] };
    },
    says([['During the first four weeks, parents may work 80 % of their hours at full pay.', fourWeeks]]),
  );
  const given = await ask('I come back from Elternzeit next month, can I start with fewer hours?');

  assert.equal(given.status, 'answered', given.text);
  assert.deepEqual(given.skills, [{ name: wanted.name, version: app.skills.get(wanted.name, {})?.version }]);
  assert.equal(given.citations[0]?.document, 'policies/parental-leave.md');
  const [first] = fake.requests;
  assert.ok(first?.body.tools?.some(({ name }) => name === 'find_skill'));
  const prompt = JSON.stringify(first?.body.system);
  assert.match(prompt, /Descriptions are shortened; find_skill searches all of them/);
  for (const { name } of app.skills.list({ by: 'model' })) assert.ok(prompt.includes(`- ${name}`), name);
  assert.doesNotMatch(prompt, /comes back from Elternzeit/);
  assert.match(found, /^- back-to-work: Prepares the first weeks after an absence/);
  assert.match(loaded, /^<skill_content name="back-to-work" version="[0-9a-f]{16}">\n# back-to-work\n/);
  assert.deepEqual(
    fake.requests.flatMap(({ error }) => error ?? []),
    [],
  );
});

/** The text that the last call gave back. */
function lastResult({ body }: FakeRequest): string {
  const result = [body.messages.at(-1)?.content ?? []].flat().find((block) => typeof block === 'object');
  const [item] = [result?.content].flat();
  return String(Object(item).text);
}
