import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { judgePostFailure, type SlackApi, type Wait } from '../api.ts';
import { DeliveryError } from './delivery-error.ts';

export interface Target {
  readonly channel: string;
  readonly thread: string;
}

/** Marks the messages of an answer, so that they are found again after a crash. */
export const eventType = 'policy_answer';
export const deliverWithinMs = 120_000;
/** Before an unclear or failed call is made again. */
export const pausesMs = [1_000, 2_000, 5_000, 10_000, 20_000];

const replies = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      bot_id: z.string().optional(),
      blocks: z.array(z.unknown()).optional(),
      metadata: z.object({ event_type: z.string(), event_payload: z.record(z.string(), z.unknown()) }).optional(),
    }),
  ),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

export type Reply = z.infer<typeof replies>['messages'][number];

/** The parts of an answer that stand in the thread, with their ts. Throws DeliveryError. */
export async function findPosted(
  target: Target,
  answerId: string,
  options: { readonly api: SlackApi; readonly bot: string; readonly now: () => number; readonly wait: Wait },
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const { api, bot, now, wait } = options;
  const limits = { deadline: now() + deliverWithinMs, signal };
  const posted = new Map<number, string>();
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    for (const { ts, bot_id, metadata } of page.messages) {
      const { answer_id, part } = metadata?.event_payload ?? {};
      const ours = bot_id === bot && metadata?.event_type === eventType && answer_id === answerId;
      if (ours && typeof part === 'number') posted.set(part, ts);
    }
    cursor = page.response_metadata?.next_cursor;
  } while (cursor !== undefined && cursor !== '');
  return posted;

  async function readPage(from: string | undefined) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return replies.parse(await api.call((client) => readThread(client, target, { cursor: from }), limits));
      } catch (error) {
        signal.throwIfAborted();
        const judged = judgePostFailure(error);
        if (judged === 'refused' || judged === 'shape') throw new DeliveryError('unverifiable', error);
        const pause = pausesMs[attempt];
        if (judged !== 'uncertain' || pause === undefined) throw new DeliveryError('later', error);
        await wait(pause, signal);
      }
    }
  }
}

/** The first two hundred messages of a thread from a moment on, after the one that opens it. */
export async function readReplies(client: WebClient, target: Target, oldest: string): Promise<Reply[]> {
  return replies.parse(await readThread(client, target, { oldest })).messages;
}

function readThread(
  client: WebClient,
  { channel, thread }: Target,
  { oldest = thread, cursor }: { readonly oldest?: string; readonly cursor?: string | undefined },
) {
  return client.conversations.replies({
    channel,
    ts: thread,
    oldest,
    limit: 200,
    include_all_metadata: true,
    ...(cursor !== undefined && { cursor }),
  });
}
