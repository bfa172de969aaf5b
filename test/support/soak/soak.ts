import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'yaml';
import { createVirtualClock, type VirtualClock } from '../../../src/workspace/clock.ts';
import { createSlackServer, type SlackServer } from '../../../src/workspace/slack-server.ts';
import { createJournal, type Journal } from './journal.ts';
import { doSomething } from './mishaps.ts';
import { type BotProcess, startBotProcess } from './process.ts';

export interface SoakReport {
  readonly questions: number;
  readonly events: Readonly<Record<string, number>>;
  /** What must not be; empty if all went well. */
  readonly failures: readonly string[];
  /** In workspace time. */
  readonly minutes: number;
}

export interface Soak {
  readonly server: SlackServer;
  readonly clock: VirtualClock;
  readonly journal: Journal;
  /** From 0 up to 1. */
  random(): number;
  /** Moves time on, here and in the bot, in steps that let calls come and go. */
  pass(ms: number): Promise<void>;
  restart(how: 'kill' | 'stop', downMs: number): Promise<void>;
}

const app = 'U0BYLAW';
const tokens = { botToken: 'xoxb-soak', appToken: 'xapp-soak', signingSecret: 'soak-signing-secret' };
/** Leases run out, and rate limits and Slack's own patience end sooner. */
const settleWithinMs = 15 * 60_000;

/** So many random events by people, Slack and the machine, then peace: what is there must be what people asked for. */
export async function runSoak(options: {
  readonly seed: number;
  readonly events: number;
  readonly transport: 'socket' | 'http';
}): Promise<SoakReport> {
  const folder = await mkdtemp(join(tmpdir(), 'bylaw-soak-'));
  const clock = createVirtualClock(Date.UTC(2026, 10, 30, 9));
  const startedAt = clock.now();
  const random = seeded(options.seed);
  const server = await openWorkspace(clock, random, options.transport);
  const journal = createJournal(server);
  let bot: BotProcess | undefined;
  let lives = 0;
  const counts: Record<string, number> = {};
  try {
    await start();
    const soak: Soak = { server, clock, journal, random, pass, restart };
    for (let at = 0; at < options.events; at++) {
      const what = await doSomething(soak);
      counts[what] = (counts[what] ?? 0) + 1;
      await pass(random() * 2_500);
    }
    const calm = await settle();
    return {
      questions: journal.questions().length,
      events: counts,
      minutes: Math.round((clock.now() - startedAt) / 60_000),
      failures: [...(calm ? [] : ['it never came to rest']), ...server.problems(), ...journal.failures()],
    };
  } finally {
    await bot?.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async function start(): Promise<void> {
    const secret = options.transport === 'http' ? tokens.signingSecret : tokens.appToken;
    for (let attempt = 0; bot === undefined && attempt < 10; attempt++) {
      const life = `life-${++lives}`;
      const place = [folder, options.transport, server.apiUrl(), tokens.botToken, secret];
      bot = await startBotProcess([...place, String(clock.now()), life]);
    }
    if (bot?.port !== undefined) await server.setRequestUrl(`http://127.0.0.1:${bot.port}/slack/events`);
  }

  async function pass(ms: number, stepMs = 500): Promise<void> {
    for (let left = Math.round(ms); left > 0; left -= stepMs) {
      const step = Math.min(stepMs, left);
      clock.advance(step);
      await bot?.advance(step);
      // Each turn here and there lets bytes through.
      for (let turn = 0; turn < 20; turn++) await setImmediate();
    }
  }

  async function restart(how: 'kill' | 'stop', downMs: number): Promise<void> {
    const old = bot;
    bot = undefined;
    await old?.[how]();
    await pass(downMs);
    await start();
  }

  /** Until nothing is left to do, or for so long. */
  async function settle(): Promise<boolean> {
    server.holdEvents()();
    for (let passed = 0; passed < settleWithinMs; passed += 15_000) {
      await pass(15_000, 5_000);
      if (server.problems().length === 0 && journal.failures().length === 0) return true;
    }
    return false;
  }
}

async function openWorkspace(clock: VirtualClock, random: () => number, transport: 'socket' | 'http') {
  const manifest = parse(await readFile(new URL('../../../manifest.yml', import.meta.url), 'utf8'));
  manifest.settings.socket_mode_enabled = transport === 'socket';
  const people = Array.from({ length: 12 }, (_, n) => `UP${n}`);
  const channels = Array.from({ length: 6 }, (_, n) => `CP${n}`);
  const server = createSlackServer({
    ...{ clock, random, manifest, ...tokens },
    ...(transport === 'http' && {
      delivery: { kind: 'http' as const, signingSecret: tokens.signingSecret, signedAt: Date.now },
    }),
    users: people.map((id) => ({ id, name: id.toLowerCase() })),
    channels: [
      ...channels.map((id) => ({ id, name: id.toLowerCase(), kind: 'public' as const, members: [...people, app] })),
      ...people.map((id) => ({ id: `D${id}`, name: '', kind: 'im' as const, members: [id, app] })),
    ],
  });
  await server.start();
  return server;
}

/** The same numbers for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
