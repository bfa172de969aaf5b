import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { parse } from 'yaml';
import { createRealClock } from '../../src/workspace/clock.ts';
import type { Message } from '../../src/workspace/entities.ts';
import { createSlackServer } from '../../src/workspace/slack-server.ts';
import { epochMs, noteAnsweredCalls } from './calls.ts';
import { asParent, type Measured, type WorkspaceOrders } from './messages.ts';

// Slack as a process, with fifty people in twenty channels who ask two hundred questions at once.
const [botToken = '', appToken = ''] = process.argv.slice(2);
const bot = 'U0BYLAW';
const people = Array.from({ length: 50 }, (_, n) => `UP${n}`);
const channels = Array.from({ length: 20 }, (_, n) => `CP${n}`);
const topics = [
  'How many days of paid vacation do employees in the United States get?',
  'By when do I have to report a lost laptop?',
  'What may I spend on a hotel in London?',
  'How long does a password have to be?',
];
/** Of four questions of a person two stand in one thread. */
const perPerson = 4;
/** What has no answer by then has none. */
const patienceMs = 45_000;

const answered = noteAnsweredCalls();
const server = createSlackServer({
  users: people.map((id) => ({ id, name: id.toLowerCase() })),
  channels: channels.map((id) => ({ id, name: id.toLowerCase(), kind: 'public', members: [...people, bot] })),
  manifest: parse(await readFile(new URL('../../manifest.yml', import.meta.url), 'utf8')),
  clock: createRealClock(),
  random: Math.random,
  ...{ botToken, appToken, rateLimits: false },
});
await server.start();
const parent = asParent<WorkspaceOrders>();
parent.send(server.apiUrl());
await parent.next('ask');
// Code that has not run yet is slow; a bot that has just begun is not what is measured.
for (let n = 0; n < 3; n++) await warmUp(n);
parent.send(await askAll(0));
await parent.next('spread');
parent.send(await askAll(10_000));
await parent.next('answered');
parent.send([...answered]);
await parent.next('problems');
parent.send(server.problems());
await server.stop();
process.disconnect();

/** Each question goes out before the next is asked, so that none waits for the asking of others. */
async function askAll(overMs: number): Promise<Measured[]> {
  const begunAt = epochMs();
  const threads = new Map<string, { answers: { id: string; at: number }[]; expected: number; statusAt?: number }>();
  const pending = new Map<string, string>();
  const asked: (Omit<Measured, 'ackMs' | 'statusMs' | 'answers'> & { acked: Promise<number> })[] = [];
  let seen = 0;
  const look = () => {
    for (const [place, thread] of pending) {
      if (!server.state.statuses.has(place)) continue;
      const found = threads.get(thread);
      if (found) found.statusAt = epochMs();
      pending.delete(place);
    }
    // A message that was deleted moves those after it.
    if (server.state.messages.length < seen) seen = 0;
    for (; seen < server.state.messages.length; seen++) note(server.state.messages[seen]);
    for (const message of streamed()) note(message);
  };
  const known = new Set<string>();
  const open = new Set<Message>();
  function streamed(): Message[] {
    return [...open];
  }
  function note(message: Message | undefined): void {
    if (message === undefined || message.user !== bot) return;
    const payload: { answer_id?: unknown } = Object(Object(message.metadata).event_payload);
    if (message.metadata === undefined) open.add(message);
    else open.delete(message);
    if (typeof payload.answer_id !== 'string' || known.has(payload.answer_id)) return;
    known.add(payload.answer_id);
    threads.get(message.thread ?? '')?.answers.push({ id: payload.answer_id, at: epochMs() });
  }
  const stopLooking = server.onChange(look);

  for (const [at, person] of people.entries()) {
    let first: string | undefined;
    let channel = '';
    for (let n = 0; n < perPerson; n++) {
      const isReply = n === 1 && first !== undefined;
      if (!isReply) channel = channels[(at * perPerson + n) % channels.length] ?? '';
      const question = `${topics[n % topics.length]} (${at}.${n})`;
      const due = begunAt + (overMs * (at * perPerson + n)) / (people.length * perPerson);
      await (due > epochMs() ? setTimeout(due - epochMs()) : setImmediate());
      const askedAt = epochMs();
      const options = isReply && first !== undefined ? { thread: first } : {};
      const { ts, acknowledged } = server.say(person, channel, `@bylaw ${question}`, options);
      const thread = isReply && first !== undefined ? first : ts;
      first ??= ts;
      const found = threads.get(thread) ?? { answers: [], expected: 0 };
      threads.set(thread, found);
      const acked = acknowledged.then(() => epochMs() - askedAt);
      asked.push({ question, person, thread, place: found.expected, askedAt, acked, channel });
      found.expected += 1;
      if (found.statusAt === undefined) pending.set(`${channel}:${thread}`, thread);
    }
  }
  const isDone = () => [...threads.values()].every(({ answers, expected }) => answers.length >= expected);
  await Promise.race([server.until(isDone), setTimeout(patienceMs)]);
  stopLooking();
  return Promise.all(
    asked.map(async ({ acked, ...rest }) => ({
      ...rest,
      ackMs: await acked,
      statusMs: Math.max(0, (threads.get(rest.thread)?.statusAt ?? Number.POSITIVE_INFINITY) - rest.askedAt),
      answers: threads.get(rest.thread)?.answers ?? [],
    })),
  );
}

async function warmUp(n: number): Promise<void> {
  const asked = people
    .slice(0, 10)
    .map((person, at) => server.say(person, channels[(at + n) % channels.length] ?? '', `@bylaw ${topics[0]}`));
  const answered = (thread: string) =>
    server.state.messages.some((each) => each.thread === thread && each.user === bot && each.metadata !== undefined);
  await server.until(() => asked.every(({ ts }) => answered(ts)));
  await server.until(() => server.problems().length === 0);
}
