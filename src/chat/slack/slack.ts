import { App } from '@slack/bolt';
import type { Chat } from '../chat.ts';
import { clientOptions, failureName, type Wait, waitFor } from './api.ts';
import { createHttpTransport } from './http-transport.ts';
import { clearEnded } from './intake/clear-ended.ts';
import { listenToLifecycle } from './intake/listen-to-lifecycle.ts';
import { listenToMessages } from './intake/listen-to-messages.ts';
import { listenToStops } from './intake/listen-to-stops.ts';
import type { SlackPipeline } from './intake/pipeline.ts';
import { expireApprovals } from './interaction/expire-approvals.ts';
import { listenToInteractions } from './interaction/listen.ts';
import type { ListenerDeps } from './listener.ts';
import { createSdkLogger } from './logger.ts';
import { tellOfTicket } from './posting/tell-of-ticket.ts';
import { tellToSignIn } from './posting/tell-to-sign-in.ts';
import type { SlackChatOptions } from './slack-options.ts';
import { createSlackParts } from './slack-parts.ts';
import { createSocketTransport } from './socket-transport.ts';
import { tellOfFailures } from './tell-of-failures.ts';
import type { SlackTransport } from './transport.ts';

const answerTimeoutMs = 10_000;
const keepQuestionsMs = 48 * 3_600_000;

interface Running {
  readonly deps: ListenerDeps;
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
    async tellOfTicket(news, signal) {
      return running === undefined ? 'later' : tellOfTicket(news, signal, running.deps);
    },

    async start() {
      const halt = new AbortController();
      const deps = await createSlackParts({ ...options, wait, leaseMs }, halt);
      const transport = createTransport(options, deps, wait);
      const app = createBoltApp(options, deps, transport);
      listenToMessages(app, deps);
      listenToInteractions(app, deps, options.settings);
      listenToStops(app, deps);
      listenToLifecycle(app, deps);
      tellOfFailures(app, deps);
      options.signIns?.onLink((link) => tellToSignIn(link, deps));
      await transport.start();
      const stopSweeping = new AbortController();
      const { pipeline } = deps;
      running = { deps, transport, pipeline, halt, stopSweeping, sweeping: sweep(deps, stopSweeping.signal) };
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
    let isClear = false;
    while (!signal.aborted) {
      try {
        // While Slack takes no tokens nothing could be answered; one call tells when it does again.
        if (health.isBroken('bot')) await api.call((client) => client.auth.test(), { deadline: now(), signal });
        await pipeline.recover();
        if (!isClear) await clearEnded(deps, signal);
        isClear = true;
        await expireApprovals(deps);
        await options.records.questions.prune(now() - keepQuestionsMs);
      } catch (error) {
        if (!health.isBroken('bot')) log.warn('slack.sweep_failed', { failure: failureName(error) });
      }
      await wait(leaseMs / 2, signal).catch(() => {});
    }
  }
}

function createTransport(
  { reach, apiUrl, signIns, log }: SlackChatOptions,
  { health }: ListenerDeps,
  wait: Wait,
): SlackTransport {
  const logger = createSdkLogger(log);
  if (reach.kind === 'http') return createHttpTransport({ reach, logger, log, finishSignIn: signIns?.finish });
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
