import { createHmac } from 'node:crypto';

/** The headers by which the app knows a request as Slack's. */
export function signatureHeaders(options: {
  readonly secret: string;
  readonly body: string;
  /** Epoch milliseconds of the signing. */
  readonly at: number;
}): Record<string, string> {
  const timestamp = String(Math.floor(options.at / 1000));
  const digest = createHmac('sha256', options.secret).update(`v0:${timestamp}:${options.body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${digest}` };
}
