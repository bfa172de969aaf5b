import type { AnyChunk } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Log } from '../../../log.ts';
import { failureName, judgePostFailure, type SlackApi, slackCode, type Wait } from '../api.ts';
import { DeliveryError } from './delivery-error.ts';
import { deliverWithinMs, eventType, findPosted, pausesMs, type Target } from './find-posted.ts';
import { contentOf, forms, type SlackForm } from './forms.ts';
import type { SlackPart } from './parts.ts';
import type { WorkStream } from './work-stream.ts';

export interface Delivered {
  readonly id: string;
  readonly parts: readonly SlackPart[];
  /** Parts that stand in the thread already, with their ts. */
  readonly posted?: ReadonlyMap<number, string> | undefined;
  /** Parts of an earlier answer whose place this one takes. */
  readonly replace?: ReadonlyMap<number, string> | undefined;
  /** The open message with what was done for the answer; the first part ends it. */
  readonly stream?: WorkStream | undefined;
}

export interface SlackDelivery {
  /**
   * Brings every part that isn't there yet into the thread; returns the ts of the last. Of an earlier answer nothing
   * is left then. Throws DeliveryError.
   */
  deliver(target: Target, answer: Delivered, signal: AbortSignal): Promise<string>;
  /** The parts of an answer that stand in the thread, with their ts. Throws DeliveryError. */
  findPosted(target: Target, answerId: string, signal: AbortSignal): Promise<Map<number, string>>;
}

/** How a part gets its place: as a new message, over an old one, or as the end of an open stream. */
type Way =
  | { readonly kind: 'post' }
  | { readonly kind: 'update'; readonly ts: string }
  | { readonly kind: 'stop'; readonly stream: WorkStream };

interface Mark {
  readonly answer_id: string;
  readonly part: number;
}

/** Slack takes less text when a message is changed than when it is posted. */
const maxUpdateText = 4_000;

/**
 * Every part is written by one call that carries the part whole and the mark by which it is found again: a new post, a
 * change of an old part, or the end of a stream. So a part is either there with its mark or not there at all, wherever a
 * crash or a lost reply falls; an open stream holds no text of the answer before. For the same reason a long answer is
 * not typed out into a stream: its text would stand there before a mark could.
 */
export function createSlackDelivery(options: {
  readonly api: SlackApi;
  readonly bot: string;
  readonly now: () => number;
  readonly wait: Wait;
  readonly log: Log;
}): SlackDelivery {
  const { api, now, wait, log } = options;
  const find = (target: Target, id: string, signal: AbortSignal) => findPosted(target, id, options, signal);

  async function put(target: Target, part: SlackPart, mark: Mark, first: Way, signal: AbortSignal): Promise<string> {
    const limits = { deadline: now() + deliverWithinMs, signal };
    let way = first;
    let form = 0;
    let isUnclear = false;
    for (let attempt = 0; ; ) {
      try {
        // A stream that may not be ended now is not waited for: a post says the same.
        const within = way.kind === 'stop' ? { ...limits, deadline: now() } : limits;
        const ts = await send(target, part, mark, way, forms[form] ?? 'text', within);
        if (way !== first) await giveUp(target, first, signal);
        return ts;
      } catch (error) {
        signal.throwIfAborted();
        const judged = judgePostFailure(error);
        log.warn('slack.post_failed', { answer: mark.answer_id, part: mark.part, failure: failureName(error) });
        if (judged === 'shape' && form < forms.length - 1) {
          form += 1;
          if (way.kind !== 'post' && !canHold(way, part, forms[form] ?? 'text')) way = { kind: 'post' };
          continue;
        }
        if (way.kind !== 'post' && (judged === 'refused' || (judged === 'later' && way.kind === 'stop'))) {
          const found = isUnclear ? (await find(target, mark.answer_id, signal)).get(mark.part) : undefined;
          if (found !== undefined) return found;
          way = { kind: 'post' };
          continue;
        }
        if (judged !== 'uncertain') {
          throw new DeliveryError(judged === 'later' || judged === 'account' ? 'later' : 'refused', error);
        }
        const pause = pausesMs[attempt];
        if (pause === undefined || now() > limits.deadline) throw new DeliveryError('later', error);
        attempt += 1;
        isUnclear = true;
        await wait(pause, signal);
        const found = (await find(target, mark.answer_id, signal)).get(mark.part);
        if (found !== undefined) return found;
      }
    }
  }

  async function send(
    { channel, thread }: Target,
    part: SlackPart,
    mark: Mark,
    way: Way,
    form: SlackForm,
    limits: { readonly deadline: number; readonly signal: AbortSignal },
  ): Promise<string> {
    const metadata = { event_type: eventType, event_payload: { ...mark } };
    const call = (client: WebClient) => {
      if (way.kind === 'stop') {
        way.stream.settle();
        const { ts, chunks: cards } = way.stream;
        if (form === 'blocks')
          return client.chat.stopStream({ channel, ts, metadata, chunks: [...cards], blocks: [...part.blocks] });
        const chunks: AnyChunk[] = [...cards, { type: 'markdown_text', text: part.markdown }];
        return client.chat.stopStream({ channel, ts, metadata, chunks });
      }
      // The end of a stream takes no such text, and making it means reading Markdown.
      const content = contentOf(part, form);
      if (way.kind === 'update') return client.chat.update({ channel, ts: way.ts, metadata, ...content });
      const quiet = { unfurl_links: false, unfurl_media: false };
      return client.chat.postMessage({ channel, thread_ts: thread, metadata, ...quiet, ...content });
    };
    const { ts } = await api.call<{ readonly ts?: string }>(call, limits);
    return ts ?? tsOf(way) ?? z.string().parse(ts);
  }

  /** Cards that stay are no answer; an old answer that stays is one too many. */
  async function giveUp(target: Target, way: Way, signal: AbortSignal): Promise<void> {
    const removed = remove(target, tsOf(way), signal);
    await (way.kind === 'stop' ? removed.catch(() => signal.throwIfAborted()) : removed);
  }

  /** A message that was to be there no longer, and is gone already, is gone. */
  async function remove({ channel }: Target, ts: string | undefined, signal: AbortSignal): Promise<void> {
    if (ts === undefined) return;
    const limits = { deadline: now() + deliverWithinMs, signal };
    for (let attempt = 0; ; attempt += 1) {
      try {
        await api.call((client) => client.chat.delete({ channel, ts }), limits);
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (slackCode(error) === 'message_not_found') return;
        const judged = judgePostFailure(error);
        const pause = pausesMs[attempt];
        if (judged === 'uncertain' && pause !== undefined) await wait(pause, signal);
        else if (judged === 'refused') return log.warn('slack.remove_failed', { failure: failureName(error) });
        else throw new DeliveryError('later', error);
      }
    }
  }

  return {
    findPosted: find,
    async deliver(target, { id, parts, posted = new Map(), replace = new Map(), stream }, signal) {
      let last = '';
      for (const [at, part] of parts.entries()) {
        const n = at + 1;
        const old = replace.get(n);
        const first: Way =
          old !== undefined
            ? { kind: 'update', ts: old }
            : n === 1 && stream
              ? { kind: 'stop', stream }
              : { kind: 'post' };
        last = posted.get(n) ?? (await put(target, part, { answer_id: id, part: n }, first, signal));
      }
      // What the new answer did not take the place of: parts beyond its own, and those whose change Slack refused.
      const kept = new Set(posted.values());
      for (const [n, ts] of replace) {
        if (!kept.has(ts) && (n > parts.length || posted.has(n))) await remove(target, ts, signal);
      }
      return last;
    },
  };
}

function tsOf(way: Way): string | undefined {
  if (way.kind === 'post') return undefined;
  return way.kind === 'update' ? way.ts : way.stream.ts;
}

/** Whether the part can go this way in this form: the end of a stream takes no plain text. */
function canHold(way: Way, part: SlackPart, form: SlackForm): boolean {
  const content = contentOf(part, form);
  return 'text' in content && !('blocks' in content)
    ? way.kind === 'update' && content.text.length <= maxUpdateText
    : true;
}
