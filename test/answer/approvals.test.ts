import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../src/domain.ts';
import { BylawError } from '../../src/errors.ts';
import { noAnswer } from '../../src/models/model.ts';
import { ada, bob, createApprovalWorld, createTicketTool, fileTicket } from './approval-world.ts';
import { newStored } from './memory-records.ts';
import { answer, callTool, say, search } from './scripted-model.ts';

const please = 'Please file a ticket about my leave.';
const twenty = answer('You get 20 days of paid leave a year.', '20 days');

function accepted(result: { outcome: string; answer?: Answer }): Answer {
  assert.equal(result.outcome, 'accepted');
  assert.ok(result.answer);
  return result.answer;
}

test('a tool that writes waits for a yes, with exactly what it will be sent', async () => {
  const { ask, stored, filed, script, log } = createApprovalWorld([fileTicket({ title: 'Leave', days: 2 })]);
  const waiting = await ask(please);
  assert.equal(waiting.status, 'awaiting_approval');
  assert.match(waiting.text, /“File a ticket” is done only if you agree/);
  const [request] = waiting.approvals ?? [];
  assert.deepEqual(request?.input, { title: 'Leave', days: 2 });
  assert.equal(request?.tool, 'create_ticket');
  assert.match(request?.argsHash ?? '', /^[0-9a-f]{64}$/);
  assert.deepEqual(
    [...stored.approvals.values()].map(({ state, person }) => [state, person]),
    [['open', 'U-ADA']],
  );
  assert.deepEqual(filed, []);
  assert.equal(script.requests.length, 1, 'nothing is sent to the model meanwhile');
  assert.doesNotMatch(log(), /Leave/, 'nothing of the input is logged');
});

test('after a yes exactly that runs, once, and the answer goes on under its own id', async () => {
  const { ask, decide, filed, script, answers } = createApprovalWorld([fileTicket(), search('leave days'), twenty]);
  const waiting = await ask(please);
  const given = accepted(await decide(waiting.approvals?.[0]));
  assert.deepEqual(filed, [{ title: 'Leave' }]);
  assert.equal(given.id, waiting.id);
  assert.equal(given.status, 'answered');
  assert.match(given.text, /^“File a ticket” was done. It answered: `Filed as HR-1.`\n\nYou get 20 days/);
  assert.match(JSON.stringify(script.requests[1]?.messages), /Filed as HR-1/);
  assert.equal(answers.get(given.id)?.answer.status, 'answered');
  assert.equal(answers.get(given.id)?.question, please);
});

test('what a model says of an action does not count: what was recorded is told', async () => {
  const { ask, decide } = createApprovalWorld([fileTicket(), say('I filed it as HR-99 and paid you 100 €.')]);
  const given = accepted(await decide((await ask(please)).approvals?.[0]));
  assert.equal(given.text, '“File a ticket” was done. It answered: `Filed as HR-1.`');
  assert.equal(given.status, 'answered');
});

test('after a no nothing runs, and the model is told so', async () => {
  const { ask, decide, filed, script } = createApprovalWorld([fileTicket(), search('x'), say(noAnswer)]);
  const given = accepted(await decide((await ask(please)).approvals?.[0], 'deny'));
  assert.deepEqual(filed, []);
  assert.equal(given.text, '“File a ticket” was not done, since the answer was no.');
  assert.match(JSON.stringify(script.requests[1]?.messages), /said no. It was not run/);
});

test('reads of the same reply run meanwhile, and are not run again', async () => {
  const both = {
    stopReason: 'tool_use',
    content: [callTool('create_ticket', {}), callTool('search_policies', { query: 'leave days' })],
  };
  const { ask, decide, handbook, filed } = createApprovalWorld([both, twenty]);
  const waiting = await ask(please);
  assert.equal(handbook.searches.length, 1);
  accepted(await decide(waiting.approvals?.[0]));
  assert.deepEqual(filed, [{}]);
  const queries = handbook.searches.filter(({ text }) => text === 'leave days');
  assert.equal(queries.length, 1);
});

test('an approval outlives a restart', async () => {
  const stored = newStored();
  const ticket = createTicketTool();
  const waiting = await createApprovalWorld([fileTicket()], { stored, ticket }).ask(please);
  const after = createApprovalWorld([search('leave days'), twenty], { stored, ticket });
  assert.match(accepted(await after.decide(waiting.approvals?.[0])).text, /was done/);
  assert.equal(ticket.filed.length, 1);
});

test('the same press delivered again gives the same result, also after a crash, and nothing is repeated', async () => {
  const stored = newStored();
  const ticket = createTicketTool();
  const gone = new AbortController();
  const before = createApprovalWorld(
    [
      fileTicket(),
      ({ signal }) => {
        queueMicrotask(() => gone.abort(new Error('killed')));
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      },
    ],
    { stored, ticket },
  );
  const [request] = (await before.ask(please)).approvals ?? [];
  await assert.rejects(before.decide(request, 'approve', {}, gone.signal), /killed/);
  assert.equal(ticket.filed.length, 1);
  const after = createApprovalWorld([search('leave days'), twenty], { stored, ticket });
  const first = accepted(await after.decide(request));
  const second = accepted(await after.decide(request));
  assert.deepEqual(second, first);
  assert.equal(ticket.filed.length, 1);
  assert.match(first.text, /Filed as HR-1/);
});

test('two presses at the same moment run it once', async () => {
  const { ask, decide, filed } = createApprovalWorld([fileTicket(), search('leave days'), twenty]);
  const [request] = (await ask(please)).approvals ?? [];
  const both = await Promise.all([decide(request), decide(request, 'approve', { decision: 'press-2' })]);
  assert.deepEqual(
    both.map(({ outcome }) => outcome),
    ['accepted', 'decided'],
  );
  assert.equal(filed.length, 1);
});

test('nothing runs after a press that does not count', async () => {
  let now = 0;
  const { ask, decide, filed, answering } = createApprovalWorld([fileTicket(), say(noAnswer), say(noAnswer)], {
    now: () => now,
  });
  const [request] = (await ask(please)).approvals ?? [];
  assert.ok(request);
  const outcomes = [
    await decide({ ...request, argsHash: '0'.repeat(64) }),
    await decide({ ...request, id: 'answer-1:none' }),
    await decide(request, 'approve', { viewer: bob }),
  ];
  now = 60 * 60_000;
  outcomes.push(await decide(request));
  await answering.expireApprovals();
  outcomes.push(await decide(request, 'approve', { decision: 'press-3' }));
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['unknown', 'unknown', 'not_allowed', 'expired', 'expired'],
  );
  assert.deepEqual(filed, []);
});

test('changing one’s mind after deciding changes nothing', async () => {
  const { ask, decide, filed } = createApprovalWorld([fileTicket(), search('x'), say(noAnswer)]);
  const [request] = (await ask(please)).approvals ?? [];
  accepted(await decide(request, 'deny'));
  assert.equal((await decide(request, 'approve')).outcome, 'decided');
  assert.deepEqual(filed, []);
});

test('arguments that were changed in the store are not run', async () => {
  const { ask, decide, filed, stored } = createApprovalWorld([fileTicket(), search('x'), say(noAnswer)]);
  const [request] = (await ask(please)).approvals ?? [];
  const snapshot = stored.conversations.get('C1') ?? '';
  stored.conversations.set('C1', snapshot.replaceAll('"title":"Leave"', '"title":"Raise"'));
  const given = accepted(await decide(request));
  assert.deepEqual(filed, []);
  assert.match(given.text, /did not work. It answered: `The input is not the one that was agreed to/);
});

test('a tool may name who must agree: someone with the role, and not the asker', async () => {
  const ticket = createTicketTool({ approvers: ['people-team'] });
  const { ask, decide, filed } = createApprovalWorld([fileTicket(), search('x'), say(noAnswer)], { ticket });
  const waiting = await ask(please);
  const [request] = waiting.approvals ?? [];
  assert.deepEqual(request?.approvers, ['people-team']);
  assert.match(waiting.text, /someone with the role people-team agrees/);
  const asRole = (viewer: typeof ada) => ({ viewer: { ...viewer, roles: ['people-team'] } });
  assert.equal((await decide(request)).outcome, 'not_allowed');
  assert.equal((await decide(request, 'approve', asRole(ada))).outcome, 'not_allowed');
  assert.equal((await decide(request, 'approve', { viewer: bob })).outcome, 'not_allowed');
  accepted(await decide(request, 'approve', asRole(bob)));
  assert.equal(filed.length, 1);
});

test('what nobody decides in time counts as a no, is told once, and the card is known', async () => {
  let now = 0;
  const { ask, answering, filed, stored, answers } = createApprovalWorld([fileTicket(), search('leave days'), twenty], {
    now: () => now,
  });
  const [request] = (await ask(please)).approvals ?? [];
  stored.approvals.set(request?.id ?? '', { ...stored.approvals.get(request?.id ?? ''), card: 'D1 17.1' } as never);
  assert.deepEqual(await answering.expireApprovals(), []);
  now = 60 * 60_000;
  const [expired] = await answering.expireApprovals();
  assert.equal(expired?.approval, request?.id);
  assert.equal(expired?.card, 'D1 17.1');
  assert.match(
    expired?.answer.text ?? '',
    /^“File a ticket” was not done, since nobody agreed in time.\n\nYou get 20 days/,
  );
  assert.equal(answers.get(expired?.answer.id ?? '')?.answer.status, 'answered');
  assert.deepEqual(await answering.expireApprovals(), []);
  assert.deepEqual(filed, []);
});

test('where the model can’t be reached, what became of it is told all the same', async () => {
  let now = 0;
  const down = new BylawError('model_unavailable', 'down');
  const { ask, answering, decide, filed } = createApprovalWorld(
    [fileTicket(), down, fileTicket({ title: 'b' }), down],
    { now: () => now },
  );
  await ask(please);
  now = 60 * 60_000;
  const [expired] = await answering.expireApprovals();
  assert.equal(expired?.answer.text, '“File a ticket” was not done, since nobody agreed in time.');
  const [request] = (await ask(please, 'C2')).approvals ?? [];
  const given = accepted(await decide(request));
  assert.match(given.text, /^“File a ticket” was done/);
  assert.equal(filed.length, 1);
});

test('another question while something waits makes it void, and is answered', async () => {
  const { ask, decide, filed, script, answers } = createApprovalWorld([fileTicket(), search('leave days'), twenty]);
  const waiting = await ask(please);
  const [request] = waiting.approvals ?? [];
  const given = await ask('How much leave do I get?');
  assert.equal(given.status, 'answered');
  assert.deepEqual(given.superseded, [request?.id]);
  assert.doesNotMatch(given.text, /ticket/);
  assert.equal(answers.get(waiting.id)?.answer.status, 'needs_input');
  assert.match(JSON.stringify(script.requests[1]?.messages), /asked something else before agreeing/);
  assert.equal((await decide(request)).outcome, 'superseded');
  assert.deepEqual(filed, []);
});

test('the same question delivered again shows the same request and asks the model nothing', async () => {
  const { ask, stored, script } = createApprovalWorld([fileTicket()]);
  const first = await ask(please);
  const second = await ask(please);
  assert.deepEqual(second.approvals, first.approvals);
  assert.equal(second.id, first.id);
  assert.equal(stored.approvals.size, 1);
  assert.equal(script.requests.length, 1);
});

test('several calls of a reply are decided one by one, and the model hears of all at once', async () => {
  const two = {
    stopReason: 'tool_use',
    content: [callTool('create_ticket', { n: 1 }), callTool('create_ticket', { n: 2 })],
  };
  const { ask, decide, filed, script } = createApprovalWorld([two, search('x'), say(noAnswer)]);
  const [first, second] = (await ask(please)).approvals ?? [];
  const still = accepted(await decide(first));
  assert.equal(still.status, 'awaiting_approval');
  assert.deepEqual(still.approvals, [second]);
  assert.equal(script.requests.length, 1);
  const done = accepted(await decide(second, 'deny', { decision: 'press-2' }));
  assert.deepEqual(filed, [{ n: 1 }]);
  assert.equal(done.text.split('\n').length, 2);
  assert.equal(script.requests.length, 3);
});

test('an answer may come to need a second yes', async () => {
  const { ask, decide, filed } = createApprovalWorld([
    fileTicket({ n: 1 }),
    fileTicket({ n: 2 }),
    search('x'),
    say(noAnswer),
  ]);
  const [first] = (await ask(please)).approvals ?? [];
  const between = accepted(await decide(first));
  assert.match(between.text, /was done.*\n.*is done only if you agree/s);
  const end = accepted(await decide(between.approvals?.[0], 'approve', { decision: 'press-2' }));
  assert.deepEqual(filed, [{ n: 1 }, { n: 2 }]);
  assert.equal(end.text.match(/was done/g)?.length, 2);
});

test('a request that can’t be recorded is a no', async () => {
  const stored = newStored();
  stored.approvals.set = () => {
    throw new Error('disk full');
  };
  const { ask, filed, script } = createApprovalWorld([fileTicket(), search('x'), say(noAnswer)], { stored });
  assert.equal((await ask(please)).status, 'not_found');
  assert.deepEqual(filed, []);
  assert.match(JSON.stringify(script.requests[1]?.messages), /could not be recorded, so it was not run/);
});

test('a conversation that can’t be read any more runs nothing, and says so', async () => {
  const { ask, decide, filed, stored } = createApprovalWorld([fileTicket(), search('x'), say(noAnswer)]);
  const [request] = (await ask(please)).approvals ?? [];
  stored.conversations.set('C1', '{"version":1,');
  const given = accepted(await decide(request));
  assert.equal(given.status, 'failed');
  assert.match(given.text, /can't be read any more, so nothing further was done/);
  assert.deepEqual(filed, []);
});

test('a question after the conversation was lost is answered, says so, and voids what waited', async () => {
  const { ask, stored } = createApprovalWorld([fileTicket(), search('leave days'), twenty]);
  const [request] = (await ask(please)).approvals ?? [];
  stored.conversations.set('C1', 'broken');
  const given = await ask('How much leave do I get?');
  assert.deepEqual(given.superseded, [request?.id]);
  assert.equal(given.status, 'answered');
  assert.match(given.notice ?? '', /could not read what was said before/);
});

test('an action that broke off is not repeated, and the person is told so first, and once', async () => {
  const ticket = createTicketTool({
    run: async () => {
      throw new Error('connection lost');
    },
  });
  const { ask, decide } = createApprovalWorld([fileTicket(), search('leave days'), twenty], { ticket });
  const given = accepted(await decide((await ask(please)).approvals?.[0]));
  assert.match(
    given.text,
    /^“File a ticket” was begun and I can't tell whether it happened\. It was not repeated: please/,
  );
  assert.doesNotMatch(given.notice ?? '', /not repeated/);
});

test('what someone else wrote asks for nothing: no request comes of it', async () => {
  const { answering, stored, filed } = createApprovalWorld([fileTicket(), search('x'), say(noAnswer)]);
  const quoted = { text: please, viewer: ada, conversation: 'C1', isQuoted: true };
  const given = await answering.ask(quoted, { signal: new AbortController().signal });
  assert.equal(given.status, 'not_found');
  assert.equal(stored.approvals.size, 0);
  assert.deepEqual(filed, []);
});
