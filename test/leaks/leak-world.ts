import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type App, createApp } from '../../src/app.ts';
import { createSlackChat } from '../../src/chat/slack/slack.ts';
import { loadConfig } from '../../src/config.ts';
import type { Viewer } from '../../src/domain.ts';
import { type Memberships, noMemberships } from '../../src/viewer/memberships.ts';
import { createVirtualClock } from '../../src/workspace/clock.ts';
import { createSlackServer, type SlackServer } from '../../src/workspace/slack-server.ts';
import { startFakeClaude } from '../support/fake-claude/server.ts';
import { startFakeOpenAi } from '../support/fake-openai.ts';
import { appToken, botToken, readOwnManifest } from '../workspace/open-workspace.ts';
import {
  bot,
  channels,
  makeDocuments,
  narrowing,
  type Place,
  roles,
  type SecretDocument,
  userGroups,
  users,
} from './company.ts';
import { createGroupChanges, type GroupChanges } from './group-changes.ts';
import { type Temptation, temptedModel } from './tempted-model.ts';

export interface LeakWorld extends GroupChanges {
  readonly app: App;
  readonly server: SlackServer;
  readonly documents: readonly SecretDocument[];
  viewer(asker: Place): Promise<Viewer>;
  /** What the model is up to in the next questions. */
  tempt(temptation: Temptation): void;
  /** Asks and waits for the answer; returns the thread. */
  ask(asker: Place, text: string, thread?: string): Promise<string>;
  command(person: string, channel: string, text: string): Promise<undefined>;
  /** Presses the button of the latest private answer; what the channel or the person then sees, undefined without a button. */
  share(person: string, channel: string): Promise<string | undefined>;
  why(person: string): Promise<string>;
  home(person: string): Promise<string>;
  mark(): number;
  /** All that the bot has shown to anybody since. */
  shownSince(mark: number): string;
  takeLog(): string;
}

/** The whole app over secret documents: real Chroma, SQLite and Bolt, a local Slack, and a model on the strict fake. */
export async function openLeakWorld(
  t: { after(run: () => void | Promise<void>): void },
  options: { readonly random: () => number; readonly documents: number },
): Promise<LeakWorld> {
  const closing: (() => void | Promise<void>)[] = [];
  const later = (close: () => void | Promise<void>) => closing.unshift(close);
  t.after(async () => {
    for (const close of closing) await close();
  });
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-leaks-'));
  later(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const documents = makeDocuments(options.random, options.documents);
  for (const { path, content } of documents) {
    const file = join(folder, 'docs', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const fake = await startFakeClaude();
  later(() => fake.close());
  const vectors = await startFakeOpenAi({ 'text-embedding-3-small': { dimension: 16, canShorten: true } });
  later(() => vectors.stop());
  const rules = Object.entries(narrowing).map(([path, audience]) => ({ path, audience }));
  writeFileSync(
    join(folder, 'bylaw.yaml'),
    JSON.stringify({
      ...{ sources: [{ folder: 'docs', rules }], data: 'state', timezone: 'UTC', roles },
      embeddings: { provider: 'openai', dimension: 16 },
    }),
  );
  const config = loadConfig({
    ...{ file: join(folder, 'bylaw.yaml'), cwd: folder, argumentFolder: folder },
    env: {
      ANTHROPIC_API_KEY: 'sk-ant-x',
      ANTHROPIC_BASE_URL: fake.url,
      OPENAI_API_KEY: vectors.apiKey,
      OPENAI_BASE_URL: vectors.baseUrl,
    },
  });
  const log: string[] = [];
  let finished = 0;
  const watchers = new Set<() => void>();
  const clock = createVirtualClock(Date.UTC(2026, 10, 30, 9));
  const app = await createApp(config, {
    logLevel: 'info',
    logLine: (line) => {
      log.push(line);
      if (!line.includes('slack.finished')) return;
      finished += 1;
      for (const wake of watchers) wake();
    },
    now: () => new Date(clock.now()),
  });
  await app.start();
  later(() => app.stop());
  await app.sync.run();
  await app.library.embedPending({});

  const server = createSlackServer({
    ...{
      users,
      channels,
      userGroups,
      clock,
      manifest: await readOwnManifest(),
      random: options.random,
      botToken,
      appToken,
    },
    rateLimits: false,
  });
  await server.start();
  later(() => server.stop());
  let memberships: Memberships = noMemberships;
  const chat = createSlackChat({
    ...{
      botToken,
      reach: { kind: 'socket', appToken },
      apiUrl: server.apiUrl(),
      records: app.records,
      answers: app.answers,
    },
    rules: { guests: true, teams: [], bots: [], botTurns: 2, channels: {}, perPersonHourly: 1_000_000 },
    settings: { people: { topics: {} }, admins: [], remembers: false, timezone: 'UTC' },
    viewerFor: (asker, known) => {
      memberships = known;
      return app.viewer(asker, known);
    },
    ...{ hasRestricted: app.hasRestricted, owner: 'leaks', now: clock.now, log: app.log, leaseMs: 24 * 3_600_000 },
  });
  await chat.start();
  later(() => chat.stop());
  // From now on it is known who belongs where.
  server.openHome('U0P0');
  await server.until(() => server.home('U0P0') !== undefined);
  let temptation: Temptation | undefined;
  fake.respondWith(
    temptedModel(() => {
      if (temptation === undefined) throw new Error('nobody asked anything');
      return temptation;
    }),
  );

  const whenFinished = (times: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        if (finished < times) return;
        watchers.delete(wake);
        resolve();
      };
      watchers.add(wake);
      wake();
    });
  const { state } = server;
  const mark = () => state.messages.length;
  // Slack keeps no history of what was shown to one person, nor of the parts of a stream.
  const shownSince = (from: number) =>
    JSON.stringify([state.messages.slice(from).filter(({ user }) => user === bot), state.ephemerals]);

  return {
    ...{ app, server, documents, mark, shownSince },
    ...createGroupChanges(state, clock),
    viewer: (asker) => app.viewer(asker, memberships),
    tempt: (next) => {
      temptation = next;
    },
    async ask({ person, place }, text, thread) {
      state.ephemerals.length = 0;
      const channel = place ?? `D${person}`;
      const done = whenFinished(finished + 1);
      const said = server.say(
        person,
        channel,
        place === undefined ? text : `@bylaw ${text}`,
        thread === undefined ? {} : { thread },
      );
      await done;
      return thread ?? said.ts;
    },
    async command(person, channel, text) {
      state.ephemerals.length = 0;
      const done = whenFinished(finished + 1);
      await server.command(person, channel, `/policy ${text}`);
      await done;
      return undefined;
    },
    async share(person, channel) {
      const shown = state.ephemerals.find(({ blocks }) => JSON.stringify(blocks ?? []).includes('share_answer'));
      const action = /"action_id":"(share_answer[^"]*)"/.exec(JSON.stringify(shown?.blocks ?? []))?.[1];
      const isMember = state.channels.get(channel)?.members.includes(person) === true;
      if (shown === undefined || action === undefined || !isMember) return undefined;
      const from = mark();
      const told = state.ephemerals.length;
      await server.press(person, { channel, ts: shown.ts, actionId: action });
      await server.until(() => state.messages.length > from || state.ephemerals.length > told);
      return JSON.stringify([state.messages.slice(from), state.ephemerals.slice(told)]);
    },
    async why(person) {
      state.ephemerals.length = 0;
      await server.command(person, `D${person}`, '/policy why');
      const text = () => state.ephemerals.at(-1)?.text ?? '';
      await server.until(() => /last question|not asked me/.test(text()));
      return JSON.stringify(state.ephemerals);
    },
    async home(person) {
      const before = state.homes.get(person);
      server.openHome(person);
      await server.until(() => state.homes.get(person) !== undefined && state.homes.get(person) !== before);
      return JSON.stringify(state.homes.get(person));
    },
    takeLog: () => log.join('\n'),
  };
}
