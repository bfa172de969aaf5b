import { setTimeout } from 'node:timers/promises';
import type { Logger } from '@slack/bolt';
import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  type WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import type { SlackHealth } from './health.ts';

export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

export interface CallLimits {
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

export interface SlackApi {
  /** Makes a call and waits out rate limits until the deadline; every other failure is thrown as it is. */
  call<T>(make: (client: WebClient) => Promise<T>, limits: CallLimits): Promise<T>;
}

export const waitFor: Wait = async (ms, signal) => {
  await setTimeout(ms, undefined, { signal });
};

/**
 * The options of a client that never repeats a call by itself: a repeated post could show a message twice, and the
 * SDK's waiting for one rate limit would hold up every other call of the client.
 */
export function clientOptions(options: { apiUrl?: string; timeoutMs: number; logger: Logger }): WebClientOptions {
  const { apiUrl, timeoutMs, logger } = options;
  return {
    ...(apiUrl !== undefined && { slackApiUrl: apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/` }),
    timeout: timeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger,
  };
}

export function createSlackApi(options: {
  client: WebClient;
  now: () => number;
  wait: Wait;
  /** Is told how calls end. */
  health?: SlackHealth;
}): SlackApi {
  return {
    async call(make, { deadline, signal }) {
      for (;;) {
        signal?.throwIfAborted();
        try {
          const result = await make(options.client);
          options.health?.succeeded('bot');
          return result;
        } catch (error) {
          options.health?.failed(error, 'bot');
          const pauseMs = retryAfterMs(error);
          if (pauseMs === undefined || options.now() + pauseMs > deadline) throw error;
          await options.wait(pauseMs, signal);
        }
      }
    },
  };
}

function retryAfterMs(error: unknown): number | undefined {
  if (error instanceof WebAPIRateLimitedError) return error.retryAfter * 1_000;
  return slackCode(error) === 'ratelimited' ? 1_000 : undefined;
}

/** Slack's error code, if Slack answered with one. */
export function slackCode(error: unknown): string | undefined {
  return error instanceof WebAPIPlatformError ? error.data.error : undefined;
}

/** A short name of a failed call for the log. */
export function failureName(error: unknown): string {
  if (error instanceof WebAPIHTTPError) return `http_${error.statusCode}`;
  return slackCode(error)?.slice(0, 80) ?? (error instanceof Error ? error.name : 'unknown');
}

/** What an operator reads when a first call fails: whether Slack refused it, for which the hint is, or was not reached. */
export function explainFailure(what: string, error: unknown, hint: string): string {
  const name = failureName(error);
  if (slackCode(error) !== undefined) return `Slack refused ${what} (${name}): ${hint}`;
  return `Slack could not be reached (${name}): check the network and SLACK_API_URL, then start again`;
}

const shapeCodes: ReadonlySet<string> = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_attachments',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
]);
const accountCodes: ReadonlySet<string> = new Set([
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'token_expired',
  'token_revoked',
]);

/** Whether Slack no longer takes the app's token. */
export function isAccountFailure(error: unknown): boolean {
  const code = slackCode(error);
  return code !== undefined && accountCodes.has(code);
}

const uncertainCodes: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
]);

/**
 * What a failed post means: its form was refused, the app's account is the matter, it may or may not have been
 * applied, it may be tried later, or Slack refused it for good.
 */
export type PostFailure = 'shape' | 'account' | 'uncertain' | 'later' | 'refused';

export function judgePostFailure(error: unknown): PostFailure {
  if (error instanceof WebAPIRateLimitedError) return 'later';
  const code = slackCode(error);
  if (code === undefined || uncertainCodes.has(code)) return 'uncertain';
  if (code === 'ratelimited') return 'later';
  if (shapeCodes.has(code)) return 'shape';
  return accountCodes.has(code) ? 'account' : 'refused';
}
