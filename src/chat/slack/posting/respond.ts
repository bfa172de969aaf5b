import type { KnownBlock } from '@slack/types';
import { DeliveryError } from './delivery-error.ts';

const timeoutMs = 10_000;

/** What a command's response address takes; it knows no `markdown_text`. */
export interface Response {
  readonly text: string;
  readonly blocks?: readonly KnownBlock[];
  readonly replace_original: boolean;
  /** Absent means that the person alone sees it. */
  readonly response_type?: 'in_channel';
}

/**
 * Sends one private answer to a command. False if Slack refused it, in which case another form may be tried; throws
 * DeliveryError if it is not known whether it arrived, in which case nothing may be sent again.
 */
export async function respond(url: string, response: Response, signal: AbortSignal): Promise<boolean> {
  let answer: globalThis.Response;
  try {
    answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response_type: 'ephemeral', ...response }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
  } catch (cause) {
    throw new DeliveryError('unverifiable', cause);
  }
  const body = await answer.text();
  if (answer.status >= 500) throw new DeliveryError('unverifiable', new Error(`http_${answer.status}`));
  return answer.ok && !/"ok":\s*false/.test(body);
}
