import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BylawError } from '../../src/errors.ts';
import { noAnswer } from '../../src/models/model.ts';
import { createWorld } from './answering-world.ts';
import { createConversations } from './memory-records.ts';
import { answer, cite, createScriptedModel, type Step, say, search } from './scripted-model.ts';
import { createHandbook, germanLeave, managersOnly } from './small-handbook.ts';

function worldOf(steps: readonly Step[], more: Partial<Parameters<typeof createWorld>[0]> = {}) {
  const script = createScriptedModel(steps);
  return { ...createWorld({ model: script.model, ...more }), script };
}

test('a follow-up sees the earlier turn of its own conversation only', async () => {
  const { ask, script } = worldOf([
    search('leave days'),
    answer('You get 20 days of paid leave a year.', '20 days'),
    search('carry over'),
    answer('Up to 5 unused days may be carried over.', 'Up to 5'),
    search('carry over'),
    answer('Up to 5 unused days may be carried over.', 'Up to 5'),
  ]);
  await ask('How many days of leave do I get?');
  await ask('Can I carry them over?');
  assert.equal(script.requests[2]?.messages.length, 5);
  await ask('Can I carry them over?', { conversation: 'C2' });
  assert.equal(script.requests[4]?.messages.length, 1);
});

test('an earlier turn that could see more is not replayed', async () => {
  const handbook = createHandbook([germanLeave, managersOnly]);
  const key =
    [...handbook.versions.values()].find(({ metadata }) => metadata.title === 'Bonus plan')?.audienceKey ?? '';
  const { ask, script } = worldOf(
    [
      search('bonus manager'),
      answer('The bonus is 12 percent of the yearly salary.', '12 percent'),
      search('bonus'),
      say(noAnswer),
    ],
    { handbook },
  );
  const seen = await ask('What is the bonus?', { viewer: { audienceKeys: ['everyone', key], on: '2026-06-01' } });
  assert.equal(seen.status, 'answered');
  assert.equal((await ask('What is the bonus?')).status, 'not_found');
  assert.doesNotMatch(JSON.stringify(script.requests.slice(2)), /12 percent/);
});

test('questions of one conversation are answered one after the other, others meanwhile', async () => {
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const { ask } = worldOf([
    async () => {
      order.push('first begins');
      await gate.promise;
      order.push('first ends');
      return search('leave');
    },
    () => {
      order.push('other');
      gate.resolve();
      return search('leave');
    },
    say(noAnswer),
    say(noAnswer),
    () => {
      order.push('second');
      return search('leave');
    },
    say(noAnswer),
  ]);
  const [first, second] = [ask('First?'), ask('Second?')];
  const other = ask('Other?', { conversation: 'C2' });
  await Promise.all([first, second, other]);
  assert.deepEqual(order, ['first begins', 'other', 'first ends', 'second']);
});

test('an aborted question throws the reason, in the queue as well', async () => {
  const waiting = Promise.withResolvers<void>();
  const hanging: Step = ({ signal }) =>
    new Promise((_, reject) => {
      waiting.resolve();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  const { ask } = worldOf([hanging]);
  const [running, queued] = [new AbortController(), new AbortController()];
  const first = ask('First?', {}, running.signal);
  const second = ask('Second?', {}, queued.signal);
  await waiting.promise;
  queued.abort(new Error('given up'));
  await assert.rejects(second, /given up/);
  running.abort(new Error('stopping'));
  await assert.rejects(first, /stopping/);
});

test('a document that changed after it was retrieved is not cited', async () => {
  const handbook = createHandbook();
  const retiring: Step = (request) => {
    handbook.retire('handbook/leave-de.md@1');
    return say(cite(request.messages, 'You get 20 days of paid leave a year.', '20 days'));
  };
  const { ask } = worldOf([search('leave days'), retiring, say(noAnswer)], { handbook });
  assert.equal((await ask('How many days of leave do I get?')).status, 'not_found');
});

test('a question that a crash interrupted is taken up where it stopped', async () => {
  const snapshots = new Map<string, string>();
  const options = { conversations: createConversations(snapshots) };
  const broken = worldOf([search('leave days'), new BylawError('model_unavailable', 'gone')], options);
  const controller = new AbortController();
  const interrupted = worldOf(
    [
      search('leave days'),
      ({ signal }) => {
        queueMicrotask(() => controller.abort(new Error('killed')));
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        );
      },
    ],
    options,
  );
  await assert.rejects(interrupted.ask('How many days of leave do I get?', {}, controller.signal), /killed/);
  const again = worldOf([answer('You get 20 days of paid leave a year.', '20 days')], options);
  assert.equal((await again.ask('How many days of leave do I get?')).status, 'answered');
  assert.equal(again.script.requests[0]?.messages.length, 3, 'the search is not made again');
  assert.equal((await broken.ask('How many days of leave do I get?', { conversation: 'C9' })).status, 'failed');
});

test('another question leaves an interrupted one behind', async () => {
  const snapshots = new Map<string, string>();
  const options = { conversations: createConversations(snapshots) };
  const failing = worldOf([search('leave'), new BylawError('model_unavailable', 'gone')], options);
  assert.equal((await failing.ask('How much leave?')).status, 'failed');
  const other = worldOf([search('carry over'), say(noAnswer)], options);
  await other.ask('What is carried over?');
  assert.equal(other.script.requests[0]?.messages.length, 1);
});

test('a snapshot that cannot be read starts the conversation anew', async () => {
  for (const snapshot of [
    '{"version":1',
    '{"version":2,"id":"C1","turns":[]}',
    '{"version":1,"id":"other","turns":[]}',
  ]) {
    const options = { conversations: createConversations(new Map([['C1', snapshot]])) };
    assert.equal((await worldOf([search('x'), say(noAnswer)], options).ask('What about it?')).status, 'not_found');
  }
});
