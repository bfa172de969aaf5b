import assert from 'node:assert/strict';
import { passageDraft, publish } from '../../../records/version-draft.ts';
import { overBoth, type Slack } from '../open-slack.ts';

/** Two documents about the same that follow one another, and one that only some may read. */
async function fill({ records }: Slack): Promise<void> {
  const text = 'Trips need a yes.';
  const passages = [passageDraft(0, text.length, { headings: ['Approval'] })];
  const travel = { text, passages, metadata: { title: 'Business travel' } };
  await publish(records, 'travel.md', { ...travel, validTo: '2027-01-01' });
  await publish(records, 'travel-2027.md', { ...travel, fingerprint: 'f2', validFrom: '2027-01-01' });
  await publish(records, 'pay.md', { ...travel, audienceKey: 'managers', metadata: { title: 'Pay bands' } });
  await records.syncs.succeeded('handbook', 0);
}

overBoth('an employee is shown what is known and what can be asked today', async (t, openSlack) => {
  const slack = await openSlack(t);
  await fill(slack);
  await slack.startChat();
  slack.server.openHome('UALICE');
  await slack.server.until(() => slack.server.home('UALICE') !== undefined);
  const home = JSON.stringify(slack.server.home('UALICE'));
  assert.match(home, /I know 2 policies in 2 passages/, 'what only some may read is not even counted');
  assert.match(home, /handbook: 2 policies/);
  slack.server.openMessages('UALICE');
  await slack.server.until(() => slack.server.prompts('UALICE').length > 0);
  assert.deepEqual(
    slack.server.prompts('UALICE').map(({ title }) => title),
    ['Approval (Business travel)', 'What can you do?'],
  );
});

overBoth('who gets no answers is shown neither', async (t, openSlack) => {
  const slack = await openSlack(t);
  await fill(slack);
  await slack.startChat();
  for (const user of ['UGUEST', 'UTESS']) {
    slack.server.openMessages(user);
    slack.server.openHome(user);
    await slack.server.until(() => slack.server.home(user) !== undefined);
    const home = JSON.stringify(slack.server.home(user));
    assert.match(home, /don’t answer guest accounts|only answer people of the company/);
    assert.doesNotMatch(home, /policies, read|handbook|recent questions/);
  }
  assert.equal(slack.server.calls('assistant.threads.setSuggestedPrompts'), 0);
});
