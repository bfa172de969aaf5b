import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type {
  AnswerQuestion,
  ApprovalDecision,
  AskOptions,
  DecisionResult,
  ExpiredApproval,
} from '../../../src/answer/answer-question.ts';
import type { Chat } from '../../../src/chat/chat.ts';
import type { SlackRules } from '../../../src/chat/slack/intake/rules.ts';
import { createSlackChat } from '../../../src/chat/slack/slack.ts';
import type { SlackChatOptions } from '../../../src/chat/slack/slack-options.ts';
import type { Answer, Question } from '../../../src/domain.ts';
import type { Log, LogFields } from '../../../src/log.ts';
import type { Records } from '../../../src/records/records.ts';
import { createSqliteRecords } from '../../../src/records/sqlite.ts';
import type { SeenMessage } from '../../../src/workspace/view.ts';
import { temporaryFolder } from '../../records/open-sqlite.ts';
import {
  appToken,
  botToken,
  openWorkspace,
  signingSecret,
  type Workspace,
  type WorkspaceOptions,
} from '../../workspace/open-workspace.ts';

export interface Slack extends Workspace {
  readonly records: Records;
  /** Where the records' files lie. */
  readonly folder: string;
  readonly answering: StubAnswers;
  readonly log: WatchedLog;
  /** Pauses that the chats asked for, in milliseconds; all but those of sweeps and limits pass at once. */
  readonly pauses: number[];
  /** Starts the app against the workspace; it is stopped after the test. */
  startChat(options?: Partial<SlackChatOptions>): Promise<Chat>;
  /** Once so many chats wait for their next sweep, lets them go on. */
  sweep(chats: number): Promise<void>;
  /** Ends the patience of every stop that is waiting for answers. */
  endPatience(): void;
}

export const rules: SlackRules = {
  ...{ guests: false, teams: [], bots: [], botTurns: 2, channels: {}, perPersonHourly: 1000 },
};

export const leaseMs = 60_000;
const drainMs = 19_999;
const abandonMs = 2_500;
const closeMs = 3_000;

type OpenSlack = (t: TestContext, options?: WorkspaceOptions) => Promise<Slack>;

/** One test of what holds however Slack reaches the app. */
export function overBoth(name: string, body: (t: TestContext, openSlack: OpenSlack) => Promise<void>): void {
  for (const transport of ['socket', 'http'] as const) {
    test(`${name} (${transport})`, (t) => body(t, (context, options) => openSlack(context, { ...options, transport })));
  }
}

/** What a message says, without the labels of its buttons. */
export function wordsOf({ text, buttons }: SeenMessage): string {
  const labels = new Set(buttons.map((button) => button.text));
  return text
    .split('\n\n')
    .filter((paragraph) => !labels.has(paragraph))
    .join('\n\n');
}

export async function openSlack(t: TestContext, options: WorkspaceOptions = {}): Promise<Slack> {
  const workspace = await openWorkspace(t, options);
  const { server, clock } = workspace;
  const folder = await temporaryFolder(t);
  const records = createSqliteRecords({ file: join(folder, 'records.sqlite'), now: clock.now });
  await records.start();
  t.after(() => records.stop());
  const answering = createStubAnswers(records.answers, clock.now);
  const log = createWatchedLog();
  const pauses: number[] = [];
  const held = new Map<number, (() => void)[]>([
    [leaseMs / 2, []],
    [drainMs, []],
    [abandonMs, []],
    [closeMs, []],
  ]);
  const wait = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      const waiting = held.get(ms);
      if (waiting && (patient || ms === closeMs)) return void waiting.push(resolve);
      pauses.push(ms);
      void setImmediate().then(resolve);
    });
  const release = (ms: number) => {
    for (const resolve of held.get(ms)?.splice(0) ?? []) resolve();
  };
  let chats = 0;
  let patient = true;
  return {
    ...workspace,
    records,
    folder,
    answering,
    log,
    pauses,
    async startChat(more = {}) {
      chats += 1;
      const chat = createSlackChat({
        botToken,
        reach:
          options.transport === 'http'
            ? { kind: 'http', signingSecret, port: 0, host: '127.0.0.1' }
            : { kind: 'socket', appToken },
        rules,
        settings: { people: { topics: {} }, admins: [], remembers: false, timezone: 'UTC' },
        apiUrl: server.apiUrl(),
        records,
        answers: answering,
        viewerFor: ({ person, place }) => ({
          audienceKeys: ['everyone'],
          on: '2026-11-30',
          person,
          ...(place !== undefined && { place }),
        }),
        owner: `chat-${chats}`,
        now: clock.now,
        log,
        wait,
        leaseMs,
        drainMs,
        ...more,
      });
      await chat.start();
      if (options.transport === 'http') await server.setRequestUrl(requestUrl(log));
      workspace.closing.push(async () => {
        answering.abandon();
        patient = false;
        await chat.stop();
      });
      return chat;
    },
    async sweep(expected) {
      // A question that was put off just now has to leave first.
      await setImmediate();
      while ((held.get(leaseMs / 2)?.length ?? 0) < expected) await setImmediate();
      release(leaseMs / 2);
    },
    endPatience: () => release(drainMs),
  };
}

/** Where the chat that started last listens. */
export function requestUrl(log: WatchedLog): string {
  const listening = log.lines.findLast(({ event }) => event === 'slack.listening');
  return `http://127.0.0.1:${listening?.fields.port}/slack/events`;
}

export interface StubAnswers extends AnswerQuestion {
  /** Questions in the order in which they were asked. */
  readonly asked: Question[];
  /** Topics that people were referred for. Whatever holds the word SENSITIVE is. */
  readonly referred: string[];
  /** What the next questions are answered with, instead of an echo. */
  reply(answer: Partial<Answer> | Error): void;
  /** Keeps further questions waiting until released. */
  hold(): () => void;
  /** Resolves once so many questions were asked. */
  until(times: number): Promise<void>;
  /** Decisions in the order in which they were carried out. */
  readonly decisions: ApprovalDecision[];
  /** What the next decisions lead to. */
  decideWith(result: DecisionResult): void;
  /** Requests that have run out, told with the next look. */
  readonly expired: ExpiredApproval[];
  /** From now on answers may not be seen by others. */
  hide(): void;
  /** From now on nobody may read what answers rest on. */
  shut(): void;
  /** Lets everything go. */
  abandon(): void;
}

function createStubAnswers(stored: Records['answers'], now: () => number): StubAnswers {
  const asked: Question[] = [];
  const referred: string[] = [];
  let reply: Partial<Answer> | Error = {};
  let gate = Promise.resolve();
  let open = () => {};
  const watchers = new Set<() => void>();
  const decisions: ApprovalDecision[] = [];
  let decided: DecisionResult = { outcome: 'unknown' };
  const expired: ExpiredApproval[] = [];
  let visible = true;
  let readable = true;
  return {
    asked,
    until: (times) =>
      new Promise((resolve) => {
        const look = () => {
          if (asked.length >= times) resolve();
        };
        watchers.add(look);
        look();
      }),
    reply(answer) {
      reply = answer;
    },
    hold() {
      const own = Promise.withResolvers<void>();
      gate = own.promise;
      open = own.resolve;
      return own.resolve;
    },
    abandon: () => open(),
    screen: (text) => (text.includes('SENSITIVE') ? { topic: 'health' } : undefined),
    refer: async ({ topic }) => {
      referred.push(topic);
      return {
        ...{ id: `referral-${referred.length}`, status: 'needs_input', text: `People who help with ${topic}: Ada` },
        ...{ citations: [], passages: [], model: 'none', ms: 0 },
      };
    },
    decisions,
    decideWith(result) {
      decided = result;
    },
    async decide(decision) {
      decisions.push(decision);
      if (decided.outcome === 'accepted') {
        const about = { question: 'open a ticket', conversation: 'slack:CHR', retrieved: [], at: now() };
        await stored.put({ answer: decided.answer, ...about });
      }
      return decided;
    },
    expired,
    expireApprovals: async () => expired.splice(0),
    hide() {
      visible = false;
    },
    shut() {
      readable = false;
    },
    respond: async () => ({ outcome: 'unknown' }),
    expireElicitations: async () => [],
    maySee: async () => visible,
    mayRead: async () => readable,
    mayChoose: async () => 'open',
    startable: () => [{ name: 'leave-entitlement', description: 'Computes leave & <more>' }],
    referred,
    async ask(question: Question, { signal, onProgress }: AskOptions) {
      asked.push(question);
      for (const look of watchers) look();
      onProgress?.({ step: 'writing' });
      const chosen = reply;
      const number = asked.length;
      await Promise.race([
        gate,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
      ]);
      if (chosen instanceof Error) throw chosen;
      const answer: Answer = {
        id: `answer-${number}`,
        status: 'answered',
        text: `Answer to: ${question.text}`,
        citations: [],
        passages: [],
        model: 'stub',
        ms: 1,
        ...chosen,
      };
      const { viewer, conversation, text } = question;
      const asker = {
        ...(viewer.person !== undefined && { person: viewer.person }),
        ...(viewer.place !== undefined && { place: viewer.place }),
      };
      await stored.put({ answer, question: text, conversation, retrieved: [], at: now(), ...asker });
      return answer;
    },
  };
}

export interface WatchedLog extends Log {
  readonly lines: { readonly event: string; readonly fields: LogFields }[];
  /** Resolves once an event was logged so many times. */
  until(event: string, times?: number): Promise<void>;
  /** Resolves once the condition holds; it is looked at after every line. */
  when(condition: () => boolean): Promise<void>;
}

function createWatchedLog(): WatchedLog {
  const lines: { event: string; fields: LogFields }[] = [];
  const watchers = new Set<() => void>();
  const write = (event: string, fields: LogFields = {}) => {
    lines.push({ event, fields });
    for (const look of [...watchers]) look();
  };
  const when = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!condition()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  return {
    lines,
    debug: write,
    info: write,
    warn: write,
    error: write,
    until: (event, times = 1) => when(() => lines.filter((line) => line.event === event).length >= times),
    when,
  };
}
