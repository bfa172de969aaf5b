import { App, SocketModeReceiver } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import type { AnswerQuestion } from '../../answer/answer-question.ts';
import type { Viewer } from '../../domain.ts';
import { BylawError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Records } from '../../records/records.ts';
import type { Chat } from '../chat.ts';
import { clientOptions, createSlackApi, explainFailure, failureName, type Wait, waitFor } from './api.ts';
import { keepConnected, type SlackConnection } from './connection.ts';
import { identify, type SlackIdentity } from './identity.ts';
import { createSlackAccess } from './intake/access.ts';
import { decideAddressing } from './intake/addressing.ts';
import { type Asker, createAnswerAsk } from './intake/answering.ts';
import { createSlackClaims } from './intake/claims.ts';
import { askFromCommand, askFromMessage, parseMessageEvent, type SlackAsk, withoutWords } from './intake/events.ts';
import { createSlackPipeline, type SlackPipeline } from './intake/pipeline.ts';
import { createSdkLogger } from './logger.ts';
import { createSlackDelivery } from './posting/deliver.ts';
import { createSlackNotices, helpFor } from './posting/notices.ts';
import { openStatus } from './posting/status.ts';
import { readSlackText } from './posting/text.ts';

export interface SlackChatOptions {
  readonly botToken: string;
  readonly appToken: string;
  /** Base address of the Web API; absent means Slack's own. */
  readonly apiUrl?: string | undefined;
  readonly records: Pick<Records, 'questions' | 'answers'>;
  readonly answers: AnswerQuestion;
  readonly viewerFor: (asker: Asker) => Viewer | Promise<Viewer>;
  /** Unique for each running process. */
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  readonly wait?: Wait;
  /** How long a question under way has to finish at stop. */
  readonly drainMs?: number;
  /** How long a claim stands without being renewed. */
  readonly leaseMs?: number;
}

const answerTimeoutMs = 10_000;
const statusTimeoutMs = 3_000;
const keepQuestionsMs = 48 * 3_600_000;

interface Running {
  readonly connection: SlackConnection;
  readonly pipeline: SlackPipeline;
  readonly sweeping: Promise<void>;
  readonly halt: AbortController;
  readonly stopSweeping: AbortController;
}

/** Answers mentions, direct messages and `/policy` in Slack, over Socket Mode. */
export function createSlackChat(options: SlackChatOptions): Chat {
  const { now, log, wait = waitFor, drainMs = 20_000, leaseMs = 60_000 } = options;
  let running: Running | undefined;

  return {
    async start() {
      const logger = createSdkLogger(log);
      const shared = { logger, ...(options.apiUrl !== undefined && { apiUrl: options.apiUrl }) };
      const client = new WebClient(options.botToken, clientOptions({ ...shared, timeoutMs: answerTimeoutMs }));
      const cosmetic = new WebClient(options.botToken, clientOptions({ ...shared, timeoutMs: statusTimeoutMs }));
      const api = createSlackApi({ client, now, wait });
      const self = await identify(api, now);
      const halt = new AbortController();
      const notices = createSlackNotices({ api, now, log, signal: halt.signal });
      const { questions, answers: stored } = options.records;
      const answerAsk = createAnswerAsk({
        ...options,
        questions,
        stored,
        access: createSlackAccess({ api, home: self.team, now, log }),
        delivery: createSlackDelivery({ api, bot: self.bot, now, wait, log }),
        notices,
        openStatus: (channel, thread) => openStatus(cosmetic, channel, thread, log),
        botUser: self.user,
      });
      const claims = createSlackClaims({ questions, owner: options.owner, leaseMs, now, log });
      const pipeline = createSlackPipeline({ answerAsk, claims, questions, halt, wait, log });

      // The receiver has an options object of its own: the SDK writes into it.
      const receiver = new SocketModeReceiver({
        appToken: options.appToken,
        logger,
        autoReconnectEnabled: false,
        installerOptions: {
          clientOptions: {
            ...clientOptions({ ...shared, timeoutMs: answerTimeoutMs }),
            retryConfig: { retries: 2, minTimeout: 200 },
          },
        },
      });
      const app = new App({
        receiver,
        authorize: async () => ({ botToken: options.botToken, botId: self.bot, botUserId: self.user }),
        clientOptions: clientOptions({ ...shared, timeoutMs: answerTimeoutMs }),
        logger,
        // Own rules decide: the SDK's lets changes of the app's own messages pass.
        ignoreSelf: false,
        convoStore: false,
        extendedErrorHandler: true,
      });
      listen(app, self, pipeline, options);
      app.error(async ({ error, body }: { error: Error; body: unknown }) => {
        log.error('slack.listener_failed', { failure: failureName(error) });
        const ask = askOf(body, self, now());
        if (ask) await notices.tell(ask, 'Something went wrong here. Please ask again in a few minutes.');
      });

      const connection = keepConnected(receiver.client, { log, wait });
      try {
        await connection.start();
      } catch (cause) {
        await connection.stop();
        const hint = 'check SLACK_APP_TOKEN (scope connections:write) and that Socket Mode is on';
        throw new BylawError('chat_unavailable', explainFailure('the connection', cause, hint), { cause });
      }
      const stopSweeping = new AbortController();
      running = { connection, pipeline, halt, stopSweeping, sweeping: sweep(pipeline, stopSweeping.signal) };
    },

    async stop() {
      if (!running) return;
      const { connection, pipeline, sweeping, halt, stopSweeping } = running;
      running = undefined;
      stopSweeping.abort();
      // Disconnected first, so that Slack keeps new events for the next start instead of having them acknowledged here.
      await connection.stop();
      await pipeline.drain(drainMs);
      await sweeping;
      halt.abort();
    },
  };

  /** Claims of processes that died run out only after their lease, so they are looked for again and again. */
  async function sweep(pipeline: SlackPipeline, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await pipeline.recover();
        await options.records.questions.prune(now() - keepQuestionsMs);
      } catch (error) {
        log.warn('slack.sweep_failed', { failure: failureName(error) });
      }
      await wait(leaseMs / 2, signal).catch(() => {});
    }
  }
}

function listen(
  app: App,
  self: SlackIdentity,
  pipeline: SlackPipeline,
  { answers, viewerFor, now, log }: SlackChatOptions,
) {
  const accept = async (ask: SlackAsk) => {
    // Before the claim, which keeps what it is given.
    const referral = answers.screen(readSlackText(ask.text, self.user));
    await pipeline.accept(referral === undefined ? ask : withoutWords(ask, referral));
  };
  const onEvent = async ({ body }: { body: unknown }) => {
    const ask = askOf(body, self, now(), (reason) => log.info('slack.ignored', { reason }));
    if (ask) await accept(ask);
  };
  app.event('app_mention', onEvent);
  app.event('message', onEvent);
  app.command('/policy', async ({ ack, command }) => {
    const text = command.text?.trim() ?? '';
    if (text === '' || text.toLowerCase() === 'help') {
      const startable = answers.startable(await viewerFor({ person: command.user_id }));
      await ack({ response_type: 'ephemeral', text: helpFor(startable) });
      return;
    }
    await ack({ response_type: 'ephemeral', text: 'Looking through the policies…' });
    const ask = askFromCommand(command, self.team, now());
    if (ask) await accept(ask);
    else log.warn('slack.ignored', { reason: 'unknown_shape' });
  });
}

/** The question in what Slack sent, if it is one. */
function askOf(
  body: unknown,
  self: SlackIdentity,
  at: number,
  ignored?: (reason: string) => void,
): SlackAsk | undefined {
  if (typeof body !== 'object' || body === null || !('event' in body)) return askFromCommand(body, self.team, at);
  const event = parseMessageEvent(body.event);
  if (!event) {
    ignored?.('unknown_shape');
    return undefined;
  }
  const addressing = decideAddressing(event, self);
  if (addressing.kind !== 'ignored') return askFromMessage(event, addressing.kind, self.team, at);
  ignored?.(addressing.reason);
  return undefined;
}
