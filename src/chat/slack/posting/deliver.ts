import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Log } from '../../../log.ts';
import { failureName, judgePostFailure, type SlackApi, type Wait } from '../api.ts';
import { joined, type SlackPart } from './format.ts';
import { toMrkdwn } from './mrkdwn.ts';
import { splitText } from './split.ts';

export interface Target {
  readonly channel: string;
  readonly thread: string;
}

export type DeliveryFailure = 'refused' | 'unverifiable' | 'later';

/**
 * `refused`: Slack won't take it there. `unverifiable`: it may have arrived, and the thread can't be read to find out,
 * so it must not be sent again. `later`: nothing stands against another try.
 */
export class DeliveryError extends Error {
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure, cause: unknown) {
    super(`delivery ${failure}`, { cause });
    this.failure = failure;
  }
}

export interface SlackDelivery {
  /** Posts every part that isn't in the thread yet; returns the ts of the last. Throws DeliveryError. */
  deliver(
    target: Target,
    answer: {
      readonly id: string;
      readonly parts: readonly SlackPart[];
      readonly posted?: ReadonlyMap<number, string>;
    },
    signal: AbortSignal,
  ): Promise<string>;
  /** The parts of an answer that stand in the thread, with their ts. Throws DeliveryError. */
  findPosted(target: Target, answerId: string, signal: AbortSignal): Promise<Map<number, string>>;
}

const eventType = 'policy_answer';
const deliverWithinMs = 120_000;
const pausesMs = [1_000, 2_000, 5_000, 10_000, 20_000];
const maxFallback = 3_000;

const replies = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      bot_id: z.string().optional(),
      metadata: z.object({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) }).optional(),
    }),
  ),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

const forms = ['blocks', 'markdown_text', 'text'] as const;
type Form = (typeof forms)[number];

export function createSlackDelivery(options: {
  readonly api: SlackApi;
  readonly bot: string;
  readonly now: () => number;
  readonly wait: Wait;
  readonly log: Log;
}): SlackDelivery {
  const { api, bot, now, wait, log } = options;

  async function findPosted(target: Target, answerId: string, signal: AbortSignal): Promise<Map<number, string>> {
    const limits = { deadline: now() + deliverWithinMs, signal };
    const posted = new Map<number, string>();
    let cursor: string | undefined;
    do {
      const page = await readPage(target, cursor, limits);
      for (const { ts, bot_id, metadata } of page.messages) {
        const { answer_id, part } = metadata?.event_payload ?? {};
        const ours = bot_id === bot && metadata?.event_type === eventType && answer_id === answerId;
        if (ours && typeof part === 'number') posted.set(part, ts);
      }
      cursor = page.response_metadata?.next_cursor;
    } while (cursor !== undefined && cursor !== '');
    return posted;
  }

  async function readPage(
    target: Target,
    cursor: string | undefined,
    limits: { deadline: number; signal: AbortSignal },
  ) {
    const read = (client: WebClient) =>
      client.conversations.replies({
        channel: target.channel,
        ts: target.thread,
        oldest: target.thread,
        limit: 200,
        include_all_metadata: true,
        ...(cursor !== undefined && { cursor }),
      });
    for (let attempt = 0; ; attempt += 1) {
      try {
        return replies.parse(await api.call(read, limits));
      } catch (error) {
        limits.signal.throwIfAborted();
        const judged = judgePostFailure(error);
        if (judged === 'refused' || judged === 'shape') throw new DeliveryError('unverifiable', error);
        const pause = pausesMs[attempt];
        if (judged !== 'uncertain' || pause === undefined) throw new DeliveryError('later', error);
        await wait(pause, limits.signal);
      }
    }
  }

  async function post(
    target: Target,
    part: SlackPart,
    mark: { readonly answer_id: string; readonly part: number },
    signal: AbortSignal,
  ): Promise<string> {
    const limits = { deadline: now() + deliverWithinMs, signal };
    let form = 0;
    for (let attempt = 0; ; ) {
      const send = (client: WebClient) =>
        client.chat.postMessage({
          channel: target.channel,
          thread_ts: target.thread,
          unfurl_links: false,
          unfurl_media: false,
          metadata: { event_type: eventType, event_payload: mark },
          ...content(part, forms[form] ?? 'text'),
        });
      try {
        const { ts } = await api.call(send, limits);
        return z.string().parse(ts);
      } catch (error) {
        signal.throwIfAborted();
        const judged = judgePostFailure(error);
        log.warn('slack.post_failed', { answer: mark.answer_id, part: mark.part, failure: failureName(error) });
        if (judged === 'shape' && form < forms.length - 1) {
          form += 1;
          continue;
        }
        if (judged !== 'uncertain') {
          throw new DeliveryError(judged === 'later' || judged === 'account' ? 'later' : 'refused', error);
        }
        const pause = pausesMs[attempt];
        if (pause === undefined || now() > limits.deadline) throw new DeliveryError('later', error);
        attempt += 1;
        await wait(pause, signal);
        const found = (await findPosted(target, mark.answer_id, signal)).get(mark.part);
        if (found !== undefined) return found;
      }
    }
  }

  return {
    findPosted,
    async deliver(target, { id, parts, posted = new Map() }, signal) {
      let last = '';
      for (const [at, part] of parts.entries()) {
        last = posted.get(at + 1) ?? (await post(target, part, { answer_id: id, part: at + 1 }, signal));
      }
      return last;
    },
  };
}

type Content =
  | { readonly blocks: { readonly type: 'markdown'; readonly text: string }[]; readonly text: string }
  | { readonly markdown_text: string }
  | { readonly text: string };

function content(part: SlackPart, form: Form): Content {
  if (form === 'markdown_text') return { markdown_text: joined(part) };
  if (form === 'text') return { text: toMrkdwn(joined(part)) };
  return { blocks: asBlocks(part), text: fallbackText(part) };
}

export function asBlocks(part: SlackPart): { readonly type: 'markdown'; readonly text: string }[] {
  return part.map((text) => ({ type: 'markdown', text }));
}

/** What notifications and screen readers get. */
export function fallbackText(part: SlackPart): string {
  return splitText(toMrkdwn(joined(part)), maxFallback)[0] ?? '';
}
