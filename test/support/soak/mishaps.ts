import type { Fault } from '../../../src/workspace/faults.ts';
import type { Soak } from './soak.ts';

const people = 12;
const channels = 6;

/** One event, and its name. */
export async function doSomething(soak: Soak): Promise<string> {
  const { random } = soak;
  let left = random() * total;
  for (const [weight, name, act] of acts) {
    left -= weight;
    if (left < 0) return (await act(soak)) ? name : ask(soak);
  }
  return ask(soak);
}

/** Each returns false where there is nothing to do it to. */
const acts: readonly (readonly [number, string, (soak: Soak) => boolean | Promise<boolean>])[] = [
  [34, 'mention', (soak) => ask(soak) !== ''],
  [8, 'direct message', askDirectly],
  [6, 'command', askPrivately],
  [5, 'edit', edit],
  [4, 'deletion', remove],
  [6, 'press', press],
  [4, 'stop', stop],
  [6, 'redelivery', deliverAgain],
  [4, 'same message, other event', deliverAnew],
  [3, 'first seen as a retry', seenAsRetry],
  [3, 'late and reordered', reorder],
  [14, 'fault of a call', fault],
  [1.5, 'disconnect', ({ server }) => done(server.disconnect('refresh_requested'))],
  [1, 'hard drop', ({ server }) => done(server.drop())],
  [0.5, 'kill', (soak) => soak.restart('kill', soak.random() * 20_000).then(done)],
  [0.3, 'restart', (soak) => soak.restart('stop', soak.random() * 20_000).then(done)],
];
const done = (_outcome: unknown) => true;
const total = acts.reduce((sum, [weight]) => sum + weight, 0);

const pick = <T>({ random }: Soak, from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
const somebody = ({ random }: Soak) => `UP${Math.floor(random() * people)}`;
const recent = (soak: Soak) => soak.journal.questions().slice(-12);

function ask(soak: Soak): string {
  const user = somebody(soak);
  const { server, journal, random } = soak;
  const open = recent(soak).filter(({ kind, channel }) => kind === 'message' && !channel.startsWith('D'));
  const in_ = random() < 0.35 ? pick(soak, open) : undefined;
  const channel = in_?.channel ?? `CP${Math.floor(random() * channels)}`;
  const text = `question ${journal.nextName()}`;
  const { ts, envelopes } = server.say(user, channel, `@bylaw ${text}`, in_ ? { thread: in_.thread } : {});
  journal.add({ kind: 'message', user, channel, ts, thread: in_?.thread ?? ts, text, envelopes });
  return 'mention';
}

function askDirectly(soak: Soak): boolean {
  const user = somebody(soak);
  const { server, journal } = soak;
  const text = `question ${journal.nextName()}`;
  const { ts, envelopes } = server.say(user, `D${user}`, text);
  journal.add({ kind: 'message', user, channel: `D${user}`, ts, thread: ts, text, envelopes });
  return true;
}

function askPrivately(soak: Soak): boolean {
  const user = somebody(soak);
  const { server, journal } = soak;
  const text = `question ${journal.nextName()}`;
  const channel = pick(soak, ['CP0', 'CP1', `D${user}`]) ?? 'CP0';
  const asked = journal.add({ kind: 'command', user, channel, ts: '', thread: '', text, envelopes: [] });
  // Until Slack has the acknowledgement the person may be told that it failed.
  asked.mayBeSilent = true;
  void server.command(user, channel, `/policy ${text}`).then(({ failed }) => {
    asked.mayBeSilent = failed !== undefined;
  });
  return true;
}

function edit(soak: Soak): boolean {
  const { server, journal } = soak;
  const asked = pick(
    soak,
    recent(soak).filter(({ kind, before }) => kind === 'message' && before === undefined),
  );
  if (!asked || !stands(soak, asked.channel, asked.ts)) return false;
  asked.before = asked.text;
  asked.text = `question ${journal.nextName()}`;
  server.edit(asked.user, asked.channel, asked.ts, `@bylaw ${asked.text}`);
  return true;
}

function remove(soak: Soak): boolean {
  const asked = pick(
    soak,
    recent(soak).filter(({ kind }) => kind === 'message'),
  );
  if (!asked || !stands(soak, asked.channel, asked.ts)) return false;
  asked.mayBeSilent = true;
  soak.server.remove(asked.user, asked.channel, asked.ts);
  return true;
}

function stands({ server }: Soak, channel: string, ts: string): boolean {
  return server.state.messages.some(
    (each) => each.channel === channel && each.ts === ts && each.subtype !== 'tombstone',
  );
}

/** A thumb, the reasons, or a question nearby, which is a question of its own. */
function press(soak: Soak): boolean {
  const { server, journal } = soak;
  const asked = pick(
    soak,
    recent(soak).filter(({ kind }) => kind === 'message'),
  );
  if (!asked) return false;
  const buttons = server
    .view(asked.user, asked.channel, asked.thread)
    .messages.flatMap((message) => message.buttons.map((button) => ({ ...button, ts: message.ts })));
  const button = pick(
    soak,
    buttons.filter(({ url, actionId }) => url === undefined && !/ask_person/.test(actionId)),
  );
  if (!button) return false;
  const where = { channel: asked.channel, ts: button.ts, actionId: button.actionId, value: button.value };
  const known = journal.questions().some(({ text }) => text === button.text);
  if (known) return false;
  if (!/^further/.test(button.text)) {
    void server.press(asked.user, where);
    return true;
  }
  const { user, channel, thread } = asked;
  const next = journal.add({ kind: 'press', user, channel, ts: '', thread, text: button.text, envelopes: [] });
  next.mayBeSilent = true;
  void server.press(user, where).then(({ failed }) => {
    next.mayBeSilent ||= failed !== undefined;
  });
  return true;
}

function stop(soak: Soak): boolean {
  const { server, journal } = soak;
  const asked = pick(
    soak,
    recent(soak).filter(
      ({ kind, channel, thread, user }) => kind === 'message' && server.view(user, channel, thread).stoppable,
    ),
  );
  if (!asked) return false;
  for (const each of journal.questions()) {
    if (each.channel === asked.channel && each.thread === asked.thread) each.mayBeSilent = true;
  }
  server.stop(asked.user, asked.channel, asked.thread);
  return true;
}

function deliverAgain(soak: Soak): boolean {
  const envelope = pick(
    soak,
    recent(soak).flatMap(({ envelopes }) => envelopes),
  );
  if (!envelope) return false;
  void soak.server.send({ ...envelope, retryAttempt: 1 });
  return true;
}

function deliverAnew(soak: Soak): boolean {
  const envelope = pick(
    soak,
    recent(soak).flatMap(({ envelopes }) => envelopes),
  );
  if (!envelope) return false;
  void soak.server.send({ ...envelope, payload: { ...envelope.payload, event_id: `Ev${soak.journal.nextName()}` } });
  return true;
}

function seenAsRetry(soak: Soak): boolean {
  const { server, journal } = soak;
  const user = somebody(soak);
  const text = `question ${journal.nextName()}`;
  server.holdEvents();
  const { ts, envelopes } = server.say(user, 'CP3', `@bylaw ${text}`);
  // The first attempt is lost on its way.
  server.holdEvents()();
  journal.add({ kind: 'message', user, channel: 'CP3', ts, thread: ts, text, envelopes });
  void server.send(...envelopes.map((envelope) => ({ ...envelope, retryAttempt: 1 })));
  return true;
}

async function reorder(soak: Soak): Promise<boolean> {
  const release = soak.server.holdEvents();
  for (let times = 0; times < 3; times++) ask(soak);
  edit(soak);
  if (soak.random() < 0.5) remove(soak);
  await soak.pass(soak.random() * 20_000);
  release({ reversed: soak.random() < 0.7 });
  return true;
}

const methods = [
  ...['chat.postMessage', 'chat.postMessage', 'chat.stopStream', 'chat.stopStream', 'chat.startStream'],
  ...['chat.appendStream', 'chat.update', 'chat.delete', 'chat.postEphemeral', 'response'],
  ...['assistant.threads.setStatus', 'agents.sessions.setStatus', 'conversations.replies', 'apps.connections.open'],
];

function fault(soak: Soak): boolean {
  const { random, clock, server } = soak;
  const held = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    clock.after(1_000 + random() * 30_000, resolve);
    return promise;
  };
  const kinds: readonly (() => Fault)[] = [
    () => ({ status: 429, code: 'ratelimited', retryAfterS: 1 + Math.floor(random() * 90) }),
    () => ({ status: 503 }),
    () => ({ status: 500, applied: true }),
    () => ({ drop: true }),
    () => ({ drop: true, applied: true }),
    () => ({ code: 'internal_error' }),
    () => ({ code: 'fatal_error', applied: true }),
    () => ({ hold: held(), drop: true }),
    () => ({ hold: held(), applied: true }),
    () => ({ hold: held(), drop: true, applied: true }),
  ];
  const made = pick(soak, kinds)?.() ?? {};
  server.fail(
    pick(soak, methods) ?? 'chat.postMessage',
    ...Array.from({ length: 1 + Math.floor(random() * 2) }, () => made),
  );
  return true;
}
