import { z } from 'zod';
import type { ThreadMessage } from '../../../domain.ts';
import type { Log } from '../../../log.ts';
import type { AnswerRecords } from '../../../records/records.ts';
import { failureName, type SlackApi } from '../api.ts';
import { readSlackText } from '../posting/text.ts';
import { conversationOf, type MessageAsk } from './ask.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface ThreadContext {
  /** Oldest first. */
  readonly messages: readonly ThreadMessage[];
  /** What the reader of the answer should know, if the thread could not be read, or not to its end. */
  readonly notice?: string;
}

/** What people and other bots wrote in the thread of a question. Never throws, unless the signal aborts. */
export type ThreadReader = (ask: MessageAsk, signal: AbortSignal) => Promise<ThreadContext>;

const maxMessages = 20;
const maxChars = 4_000;
const maxPages = 3;
const withinMs = 3_000;
const maxAgeS = 7 * 24 * 3_600;

const unread = 'I could not read this thread just now, so I only know what I was asked in it before.';
const partial = 'This thread is long, and I have read only a part of it.';

const page = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      user: z.string().optional(),
      bot_id: z.string().nullish(),
      text: z.string().default(''),
    }),
  ),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});
type Written = z.infer<typeof page>['messages'][number];

export function createThreadReader(options: {
  readonly api: SlackApi;
  readonly self: { readonly user: string; readonly bot: string };
  readonly stored: Pick<AnswerRecords, 'list'>;
  /** Whether a text must not be passed on to anything. */
  readonly isSensitive: (text: string) => boolean;
  readonly now: () => number;
  readonly log: Log;
}): ThreadReader {
  const { api, self, stored, isSensitive, now, log } = options;

  async function read(
    channel: string,
    thread: string,
    before: string,
    signal: AbortSignal,
  ): Promise<{ readonly found: readonly Written[]; readonly isWhole: boolean }> {
    const found: Written[] = [];
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    let cursor: string | undefined;
    for (let pages = 0; pages < maxPages; pages += 1) {
      const range = {
        ...{ channel, ts: thread, latest: before, inclusive: false, limit: 200 },
        oldest: String(Number(before) - maxAgeS),
      };
      // A rate limit isn't waited for: the deadline has passed already.
      const limits = { deadline: now(), signal: giveUp };
      const call = api.call(
        (client) => client.conversations.replies({ ...range, ...(cursor !== undefined && { cursor }) }),
        limits,
      );
      const { messages, response_metadata } = page.parse(await unlessAborted(call, giveUp));
      found.push(...messages.filter(({ ts }) => ts < before));
      cursor = response_metadata?.next_cursor;
      if (cursor === undefined || cursor === '') return { found, isWhole: true };
    }
    return { found, isWhole: false };
  }

  return async (ask, signal) => {
    // All that a person writes to the bot directly is asked of it, and so is known from the conversation.
    if (ask.thread === undefined || ask.thread === ask.ts || ask.kind === 'direct') return { messages: [] };
    try {
      const { found, isWhole } = await read(ask.channel, ask.thread, ask.ts, signal);
      const known = await stored.list({ conversation: conversationOf(ask), limit: maxMessages });
      const asked = new Set(known.map(({ question }) => question));
      const others = found
        // Only the bot's own words are its own; what says it quotes them is somebody's text like any other.
        .filter(({ user, bot_id }) => user !== self.user && bot_id !== self.bot)
        .map(({ user, text }) => ({ isAsker: user === ask.user, text: readSlackText(text, self.user) }))
        .filter(({ text }) => text !== '' && !asked.has(text) && !isSensitive(text))
        .map(({ isAsker, text }): ThreadMessage => ({ by: isAsker ? 'asker' : 'other', text }));
      return { messages: latest(others), ...(!isWhole && { notice: partial }) };
    } catch (error) {
      signal.throwIfAborted();
      log.warn('slack.thread_unread', { key: ask.key, failure: failureName(error) });
      return { messages: [], notice: unread };
    }
  };
}

/** The last messages that fit; of one that is too long by itself its beginning. */
function latest(messages: readonly ThreadMessage[]): ThreadMessage[] {
  const kept: ThreadMessage[] = [];
  let room = maxChars;
  for (const message of messages.slice(-maxMessages).reverse()) {
    if (room === 0) break;
    const text = message.text.slice(0, room);
    room -= text.length;
    kept.unshift({ ...message, text });
  }
  return kept;
}
