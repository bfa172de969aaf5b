import { App } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import type { AnswerQuestion } from '../../answer/answer-question.ts';
import type { Viewer } from '../../domain.ts';
import type { Log } from '../../log.ts';
import type { Chat } from '../chat.ts';
import { clientOptions, createSlackApi, failureName, type Wait, waitFor } from './api.ts';
import { createSlackHealth } from './health.ts';
import { createHttpTransport } from './http-transport.ts';
import { identify } from './identity.ts';
import { createIndexedOn } from './indexed-on.ts';
import { createSlackAccess } from './intake/access.ts';
import { createAnswerAsk } from './intake/answering.ts';
import { type SlackAsk, withoutWords } from './intake/ask.ts';
import { createAttachmentReader, type ReadFile } from './intake/attachments.ts';
import { createSlackClaims } from './intake/claims.ts';
import { createDownload } from './intake/download.ts';
import { createHourlyLimit } from './intake/hourly-limit.ts';
import { listenToLifecycle } from './intake/listen-to-lifecycle.ts';
import { listenToMessages } from './intake/listen-to-messages.ts';
import { listenToStops } from './intake/listen-to-stops.ts';
import type { Asker } from './intake/make-answer.ts';
import { createSlackPipeline, type SlackPipeline } from './intake/pipeline.ts';
import type { SlackRules } from './intake/rules.ts';
import { createSlackStopping } from './intake/stopping.ts';
import { createThreadReader } from './intake/thread-reader.ts';
import { expireApprovals } from './interaction/expire-approvals.ts';
import type { InteractionSettings } from './interaction/interaction-deps.ts';
import { listenToInteractions } from './interaction/listen.ts';
import type { ListenerDeps } from './listener.ts';
import { createSdkLogger } from './logger.ts';
import { createNameOf } from './name-of.ts';
import { createApprovalCards } from './posting/approval-cards.ts';
import { createSlackDelivery } from './posting/deliver.ts';
import { createSlackNotices } from './posting/notices.ts';
import { readSlackText } from './posting/text.ts';
import { createSlackWork } from './posting/work.ts';
import type { SlackReach } from './reach.ts';
import { createSocketTransport } from './socket-transport.ts';
import { tellOfFailures } from './tell-of-failures.ts';
import type { SlackTransport } from './transport.ts';

export interface SlackChatOptions {
  readonly botToken: string;
  readonly reach: SlackReach;
  /** Base address of the Web API; absent means Slack's own. */
  readonly apiUrl?: string | undefined;
  readonly rules: SlackRules;
  readonly settings: InteractionSettings;
  readonly records: ListenerDeps['records'];
  readonly answers: AnswerQuestion;
  readonly viewerFor: (asker: Asker) => Viewer | Promise<Viewer>;
  /** Reads files that come with a question; absent means that none are. */
  readonly readFile?: ReadFile;
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
  readonly transport: SlackTransport;
  readonly pipeline: SlackPipeline;
  readonly sweeping: Promise<void>;
  readonly halt: AbortController;
  readonly stopSweeping: AbortController;
}

/** Answers mentions, direct messages and `/policy` in Slack, over Socket Mode or HTTP. */
export function createSlackChat(options: SlackChatOptions): Chat {
  const { now, log, drainMs = 20_000, leaseMs = 60_000, wait = waitFor } = options;
  let running: Running | undefined;

  return {
    async start() {
      const halt = new AbortController();
      const deps = await createParts({ ...options, wait, leaseMs }, halt);
      const transport = createTransport(options, deps, wait);
      const app = createBoltApp(options, deps, transport);
      listenToMessages(app, deps);
      listenToInteractions(app, deps, options.settings);
      listenToStops(app, deps);
      listenToLifecycle(app, deps);
      tellOfFailures(app, deps);
      await transport.start();
      const stopSweeping = new AbortController();
      const { pipeline } = deps;
      running = { transport, pipeline, halt, stopSweeping, sweeping: sweep(deps, stopSweeping.signal) };
    },

    async stop() {
      if (!running) return;
      const { transport, pipeline, sweeping, halt, stopSweeping } = running;
      running = undefined;
      stopSweeping.abort();
      // Disconnected first, so that Slack keeps new events for the next start instead of having them acknowledged here.
      await transport.stop();
      log.info('slack.draining', { questions: pipeline.underWay().length });
      await pipeline.drain(drainMs);
      await sweeping;
      halt.abort();
    },
  };

  /** Claims of processes that died run out only after their lease, so they are looked for again and again. */
  async function sweep(deps: ListenerDeps, signal: AbortSignal): Promise<void> {
    const { pipeline, health, api } = deps;
    while (!signal.aborted) {
      try {
        // While Slack takes no tokens nothing could be answered; one call tells when it does again.
        if (health.isBroken('bot')) await api.call((client) => client.auth.test(), { deadline: now(), signal });
        await pipeline.recover();
        await expireApprovals(deps);
        await options.records.questions.prune(now() - keepQuestionsMs);
      } catch (error) {
        if (!health.isBroken('bot')) log.warn('slack.sweep_failed', { failure: failureName(error) });
      }
      await wait(leaseMs / 2, signal).catch(() => {});
    }
  }
}

/** Everything that handles questions, once Slack has said who the bot is. */
async function createParts(
  options: SlackChatOptions & { readonly wait: Wait; readonly leaseMs: number },
  halt: AbortController,
): Promise<ListenerDeps> {
  const { apiUrl, botToken, records, answers, rules, now, log, wait } = options;
  const { signal } = halt;
  const shared = { logger: createSdkLogger(log), ...(apiUrl !== undefined && { apiUrl }) };
  // Two clients, since a rate limit on a status would hold up answers.
  const client = new WebClient(botToken, clientOptions({ ...shared, timeoutMs: answerTimeoutMs }));
  const cosmetic = new WebClient(botToken, clientOptions({ ...shared, timeoutMs: statusTimeoutMs }));
  const health = createSlackHealth(log);
  const api = createSlackApi({ client, now, wait, health });
  const self = await identify(api, { now, log });
  const notices = createSlackNotices({ api, now, log, signal });
  const access = createSlackAccess({ api, home: self.team, rules, now, log });
  const delivery = createSlackDelivery({ api, bot: self.bot, now, wait, log });
  const cards = createApprovalCards({ approvals: records.approvals, api, now, log });
  const indexedOn = createIndexedOn(records.syncs, options.settings.timezone);
  const { questions, answers: stored } = records;
  const work = createSlackWork({ client: cosmetic, bot: self.bot, log });
  const answerAsk = createAnswerAsk({
    ...{ answers, questions, stored, access, delivery, cards, indexedOn, notices, work, now, log },
    nameOf: createNameOf({ api, now }),
    home: self.team,
    viewerFor: options.viewerFor,
    flags: records.flags,
    limit: createHourlyLimit({ limit: rules.perPersonHourly, stored, now }),
    readThread: createThreadReader({
      ...{ api, self, stored, now, log },
      isSensitive: (text) => answers.screen(text) !== undefined,
    }),
    readAttachments: createAttachmentReader({
      download: createDownload({ botToken, apiUrl }),
      readFile: options.readFile,
      log,
    }),
    botUser: self.user,
  });
  const claims = createSlackClaims({ questions, owner: options.owner, leaseMs: options.leaseMs, now, log });
  const pipeline = createSlackPipeline({ answerAsk, claims, questions, halt, wait, log });
  const accept = (ask: SlackAsk, admit?: () => Promise<boolean>) => {
    // Before the claim, which keeps what it is given.
    const referral = answers.screen(readSlackText(ask.text, self.user));
    return pipeline.accept(referral === undefined ? ask : withoutWords(ask, referral), admit);
  };
  return {
    ...{
      self,
      rules,
      records,
      answers,
      pipeline,
      accept,
      access,
      delivery,
      cards,
      indexedOn,
      notices,
      api,
      cosmetic,
      health,
      signal,
    },
    viewerFor: options.viewerFor,
    stopping: createSlackStopping({ ...{ pipeline, api, work, notices, now, signal, log }, home: self.team }),
    now,
    log,
  };
}

function createTransport(
  { reach, apiUrl, log }: SlackChatOptions,
  { health }: ListenerDeps,
  wait: Wait,
): SlackTransport {
  const logger = createSdkLogger(log);
  if (reach.kind === 'http') return createHttpTransport({ reach, logger, log });
  return createSocketTransport({ appToken: reach.appToken, apiUrl, logger, health, log, wait });
}

function createBoltApp({ botToken, apiUrl, log }: SlackChatOptions, { self }: ListenerDeps, transport: SlackTransport) {
  const logger = createSdkLogger(log);
  return new App({
    receiver: transport.receiver,
    authorize: async () => ({ botToken, botId: self.bot, botUserId: self.user }),
    clientOptions: clientOptions({ logger, timeoutMs: answerTimeoutMs, ...(apiUrl !== undefined && { apiUrl }) }),
    logger,
    // Own rules decide: the SDK's lets changes of the app's own messages pass.
    ignoreSelf: false,
    convoStore: false,
    extendedErrorHandler: true,
  });
}
