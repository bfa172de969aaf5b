import assert from 'node:assert/strict';
import { overBoth, type Slack, wordsOf } from './open-slack.ts';

const refusals = (slack: Slack) => slack.log.lines.filter(({ event }) => event === 'slack.account_refused');

overBoth(
  'invited to a shared channel it says once that it will not answer there; elsewhere it says nothing',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    slack.server.kick('U0BYLAW', 'CSHARED');
    const { envelopes } = slack.server.invite('U0BYLAW', 'CSHARED');
    await slack.server.until(() => slack.server.view('UTESS', 'CSHARED').messages.length === 1);
    await slack.server.send(...envelopes);
    slack.server.invite('U0BYLAW', 'GBOARD');
    await slack.server.until(() => slack.server.calls('conversations.info') === 2);
    const seen = slack.server.view('UTESS', 'CSHARED').messages.map(wordsOf);
    assert.equal(seen.length, 1);
    assert.match(seen[0] ?? '', /don’t answer in channels that are shared/);
    assert.deepEqual(slack.server.view('UALICE', 'GBOARD').messages, []);
  },
);

for (const act of ['revokeTokens', 'uninstall'] as const) {
  overBoth(`after ${act} there is one clear line for the operator, and no loop`, async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    slack.server[act]();
    await slack.log.until('slack.account_refused');
    const calls = slack.server.calls('auth.test');
    for (let times = 0; times < 3; times += 1) await slack.sweep(1);
    await slack.server.until(() => slack.server.calls('auth.test') >= calls + 2);
    assert.equal(refusals(slack).length, 1);
    assert.match(String(refusals(slack)[0]?.fields.fix), /install the app again/);
    assert.ok(slack.log.lines.filter(({ event }) => event === 'slack.sweep_failed').length === 0);
  });
}
