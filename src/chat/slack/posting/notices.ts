import type { Log } from '../../../log.ts';
import { failureName, type SlackApi } from '../api.ts';
import { type SlackAsk, threadOf } from '../intake/ask.ts';
import { respond } from './respond.ts';
import { escapeMrkdwn } from './text.ts';

export const help =
  'Ask me about company policies: mention me in a channel, write to me directly, or use `/policy` followed by your ' +
  'question for an answer that only you see. I answer from our policies and name the sources.';

const words =
  '`/policy sources` says what I know and how fresh it is, `/policy why` how your last answer came about, `/policy history` ' +
  'and a document’s name which versions it had, and `/policy stop` ends what I am working on for you.';

const longestHelp = 3_000;
const longestDescription = 120;

/** The help with the procedures that a person may start; Slack's mrkdwn, so that foreign text in it is escaped. */
export function helpFor(startable: readonly { readonly name: string; readonly description: string }[]): string {
  if (startable.length === 0) return `${help}\n\n${words}`;
  let text = `${help}\n\n${words}\n\nProcedures that I can follow with you (\`/policy\`, the name, then your question):`;
  for (const { name, description } of startable) {
    const line = description.replace(/\s+/g, ' ').trim();
    const short = line.length > longestDescription ? `${line.slice(0, longestDescription).trimEnd()} …` : line;
    const entry = `\n• \`${escapeMrkdwn(name).replaceAll('`', "'")}\`: ${escapeMrkdwn(short)}`;
    if (text.length + entry.length > longestHelp) return `${text}\n• …`;
    text += entry;
  }
  return text;
}

/** Tells one person something, at most once. Never throws: a notice that fails is logged. */
export interface SlackNotices {
  /** Only the asker sees it. False if it did not get through, as far as is known. */
  tell(ask: SlackAsk, text: string, options?: { readonly keepOriginal?: boolean }): Promise<boolean>;
  /** By direct message, where the place of the question can't be written to. */
  tellDirectly(ask: SlackAsk, text: string): Promise<boolean>;
}

const tellWithinMs = 30_000;

export function createSlackNotices(options: {
  readonly api: SlackApi;
  readonly now: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
}): SlackNotices {
  const { api, now, log, signal } = options;
  const limits = () => ({ deadline: now() + tellWithinMs, signal });

  async function send(ask: SlackAsk, notice: string, keepOriginal: boolean): Promise<void> {
    const text = escapeMrkdwn(notice);
    const { channel, user } = ask;
    if (ask.kind === 'command' || (ask.kind === 'decision' && ask.responseUrl !== undefined)) {
      // A card stays; only the waiting line of a command is replaced.
      const replaces = ask.kind === 'command' && !keepOriginal;
      await respond(ask.responseUrl ?? '', { text, replace_original: replaces }, signal);
    } else if (channel.startsWith('D')) {
      const message = { channel, thread_ts: threadOf(ask), text, unfurl_links: false, unfurl_media: false };
      await api.call((client) => client.chat.postMessage(message), limits());
    } else {
      // In a thread that nobody has opened yet an ephemeral message would not be seen.
      const where = ask.thread === undefined || ask.thread === ask.ts ? {} : { thread_ts: ask.thread };
      await api.call((client) => client.chat.postEphemeral({ channel, user, text, ...where }), limits());
    }
  }

  async function attempt(ask: SlackAsk, sending: () => Promise<unknown>): Promise<boolean> {
    try {
      await sending();
      return true;
    } catch (error) {
      log.warn('slack.notice_failed', { key: ask.key, failure: failureName(error) });
      return false;
    }
  }

  return {
    tell: (ask, text, { keepOriginal = false } = {}) => attempt(ask, () => send(ask, text, keepOriginal)),
    tellDirectly(ask, text) {
      const message = { channel: ask.user, text: escapeMrkdwn(text), unfurl_links: false, unfurl_media: false };
      return attempt(ask, () => api.call((client) => client.chat.postMessage(message), limits()));
    },
  };
}
