import assert from 'node:assert/strict';
import { createAnswerQuestion } from '../../../../src/answer/answer-question.ts';
import { silentLog } from '../../../../src/log.ts';
import { createExtractiveModel } from '../../../../src/models/extractive.ts';
import { createSearchPolicies } from '../../../../src/tools/search-policies.ts';
import { rememberProfile } from '../../../../src/viewer/remembered-profile.ts';
import { bestOfHandbook, leaveLibrary } from '../../../applicability/leave-library.ts';
import { overBoth, type Slack } from '../open-slack.ts';

const back = 'This differs by country. Which one applies to you: Germany or the United States?';
const asked = '@bylaw How many days of paid leave do I get?';

/** The real answering side in the place of the stub, over a handbook with a rule for Germany and one for the US. */
function answersFor(slack: Slack, options: { readonly remembers?: boolean } = {}) {
  const { documents, library } = leaveLibrary();
  const { memories, answers, conversations, ledger } = slack.records;
  let ids = 0;
  return createAnswerQuestion({
    model: createExtractiveModel(),
    tools: [createSearchPolicies({ library })],
    records: { documents, answers, conversations, ledger },
    library,
    applicability: {
      bestSentences: bestOfHandbook,
      ...(options.remembers && {
        remember: (person, profile) => rememberProfile(memories, person, profile, slack.clock.now()),
      }),
    },
    newId: () => `answer-${slack.clock.now()}-${++ids}`,
    now: slack.clock.now,
    log: silentLog,
  });
}

const shown = (slack: Slack, thread: string, user = 'UALICE') => slack.server.view(user, 'CHR', thread).messages;
const texts = (slack: Slack, thread: string) => shown(slack, thread).map(({ text }) => text);
const answered = (slack: Slack, thread: string, days: RegExp) =>
  texts(slack, thread).filter((text) => days.test(text)).length;

function buttonOf(slack: Slack, thread: string, label: string) {
  const message = shown(slack, thread).find(({ buttons }) => buttons.some(({ text }) => text === label));
  const button = message?.buttons.find(({ text }) => text === label);
  assert.ok(message && button, `no button ${label}`);
  return { channel: 'CHR', ts: message.ts, actionId: button.actionId, value: button.value };
}

async function ask(slack: Slack) {
  const { ts: thread } = slack.server.say('UALICE', 'CHR', asked);
  await slack.log.until('slack.finished');
  assert.ok(texts(slack, thread).some((text) => text.includes(back)));
  return thread;
}

overBoth('a press goes on with the question, for the country that was pressed', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ answers: answersFor(slack) });
  const thread = await ask(slack);
  await slack.server.press('UALICE', buttonOf(slack, thread, 'United States'));
  await slack.log.until('slack.finished', 2);
  assert.equal(answered(slack, thread, /15 days of paid leave/), 1);
  assert.equal(answered(slack, thread, /20 days of paid leave/), 0);
  assert.ok(texts(slack, thread).some((text) => text.includes('Applies in the United States, as you said.')));
  assert.deepEqual(slack.server.problems(), []);
});

overBoth('two presses go on once, and the person is told', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ answers: answersFor(slack) });
  const thread = await ask(slack);
  const [germany, us] = [buttonOf(slack, thread, 'Germany'), buttonOf(slack, thread, 'United States')];
  await Promise.all([slack.server.press('UALICE', germany), slack.server.press('UALICE', us)]);
  await slack.log.until('slack.finished', 2);
  await slack.server.press('UALICE', germany);
  await slack.server.until(() =>
    shown(slack, thread).some((each) => each.private && /gone on with that/.test(each.text)),
  );
  assert.equal(answered(slack, thread, /days of paid leave a year/), 1);
});

overBoth('somebody else’s press changes nothing', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ answers: answersFor(slack) });
  const thread = await ask(slack);
  await slack.server.press('UBEN', buttonOf(slack, thread, 'Germany'));
  await slack.server.until(() =>
    shown(slack, thread, 'UBEN').some((each) => each.private && /Only the person who asked/.test(each.text)),
  );
  assert.equal(answered(slack, thread, /days of paid leave a year/), 0);
});

overBoth('what is typed in the thread does the same as a press, and then a press is told so', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ answers: answersFor(slack) });
  const thread = await ask(slack);
  const germany = buttonOf(slack, thread, 'Germany');
  // Somebody else's word in the thread is for nobody; the asker's needs no mention.
  slack.server.say('UBEN', 'CHR', 'France', { thread });
  slack.server.say('UALICE', 'CHR', 'Germany', { thread });
  await slack.log.until('slack.finished', 2);
  assert.equal(answered(slack, thread, /20 days of paid leave/), 1);
  await slack.server.press('UALICE', germany);
  await slack.server.until(() =>
    shown(slack, thread).some((each) => each.private && /gone on with that/.test(each.text)),
  );
  assert.equal(answered(slack, thread, /days of paid leave a year/), 1);
});

overBoth('the question outlives a restart between asking back and the press', async (t, openSlack) => {
  const slack = await openSlack(t);
  const first = await slack.startChat({ answers: answersFor(slack) });
  const thread = await ask(slack);
  const germany = buttonOf(slack, thread, 'Germany');
  await first.stop();
  await slack.startChat({ answers: answersFor(slack) });
  await slack.server.press('UALICE', germany);
  await slack.log.until('slack.finished', 2);
  assert.equal(answered(slack, thread, /20 days of paid leave/), 1);
});

overBoth('a box that is ticked has the choice remembered, for the person to see and erase', async (t, openSlack) => {
  const slack = await openSlack(t);
  const settings = { people: { topics: {} }, admins: [], remembers: true, timezone: 'UTC' };
  await slack.startChat({ answers: answersFor(slack, { remembers: true }), settings });
  const thread = await ask(slack);
  const germany = buttonOf(slack, thread, 'Germany');
  await slack.server.press('UALICE', { channel: 'CHR', ts: germany.ts, actionId: 'remember_choice', value: 'yes' });
  await slack.server.press('UALICE', germany);
  await slack.log.until('slack.finished', 2);
  assert.equal(await slack.records.memories.read('UALICE', 'profile.md'), 'Country: Germany\n');
});

overBoth('what is asked privately goes on privately', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ answers: answersFor(slack) });
  await slack.server.command('UALICE', 'CHR', '/policy How many days of paid leave do I get?');
  await slack.log.until('slack.finished');
  const own = () => slack.server.view('UALICE', 'CHR').messages.filter((each) => each.private);
  const message = own().find(({ buttons }) => buttons.some(({ text }) => text === 'Germany'));
  const button = message?.buttons.find(({ text }) => text === 'Germany');
  assert.ok(message && button);
  await slack.server.press('UALICE', {
    channel: 'CHR',
    ts: message.ts,
    actionId: button.actionId,
    value: button.value,
  });
  await slack.log.until('slack.finished', 2);
  assert.ok(own().some(({ text }) => text.includes('20 days of paid leave')));
  assert.ok(slack.server.view('UBEN', 'CHR').messages.every(({ text }) => !text.includes('days of paid leave')));
});
