import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlackChat } from '../../src/chat/slack/slack.ts';
import { startLocalWorkspace } from '../../src/commands/local-workspace.ts';
import { noAnswer } from '../../src/models/model.ts';
import { startSampleApp } from '../answer/sample-app.ts';
import { policyAssistant } from '../support/fake-claude/policy-assistant.ts';

test('in the local workspace the sample company’s managers read what others do not, and the leads’ channel its own', async (t) => {
  const closing: (() => Promise<void>)[] = [];
  t.after(async () => {
    for (const close of closing) await close();
  });
  const { app, fake } = await startSampleApp({ after: (close) => void closing.unshift(async () => close()) });
  fake.respondWith(policyAssistant());
  const { server, botToken, appToken, apiUrl, ...workspace } = await startLocalWorkspace(0);
  closing.unshift(() => workspace.stop());
  const chat = createSlackChat({
    ...{ botToken, reach: { kind: 'socket', appToken }, apiUrl, records: app.records, answers: app.answers },
    rules: { guests: false, teams: [], bots: [], botTurns: 2, channels: {}, perPersonHourly: 100 },
    settings: { people: { topics: {} }, admins: [], remembers: false, timezone: 'UTC' },
    ...{ viewerFor: app.viewer, hasRestricted: app.hasRestricted, owner: 'sample', now: Date.now, log: app.log },
  });
  await chat.start();
  closing.unshift(() => chat.stop());
  const ask = async (person: string, channel: string, question: string) => {
    const { ts } = server.say(person, channel, channel.startsWith('D') ? question : `@bylaw ${question}`);
    const answer = () =>
      server.state.messages.find(
        (each) => each.thread === ts && each.metadata !== undefined && each.stream?.open !== true,
      );
    await server.until(() => answer() !== undefined);
    return JSON.stringify(answer());
  };

  const plan = 'How many days does a performance improvement plan last?';
  const secret = /plan lasts 45 days/;
  const hint = /Some documents are for certain people only: ask me directly\./;
  assert.match(await ask('U0INES', 'DU0INES', plan), secret, 'a manager asks in private');
  assert.doesNotMatch(await ask('U0ANNA', 'DU0ANNA', plan), secret, 'someone else does');
  assert.match(await ask('U0MAYA', 'C0LEADS', plan), secret, 'all of the private channel are managers');
  assert.doesNotMatch(await ask('U0INES', 'C0PEOPLE', plan), secret, 'others read along');

  const days = 'When and where are the next lead days?';
  const leads = /14 and 15 January 2027 in Leipzig/;
  assert.match(await ask('U0INES', 'C0LEADS', days), leads, 'the document names this channel');
  assert.match(await ask('U0MAYA', 'DU0MAYA', days), leads, 'one of its members asks in private');
  assert.doesNotMatch(await ask('U0ANNA', 'DU0ANNA', days), leads);
  fake.respondWith(() => ({ content: [{ type: 'text', text: noAnswer }] }));
  assert.match(await ask('U0ANNA', 'C0PEOPLE', 'What is the meaning of zebras?'), hint);
});
