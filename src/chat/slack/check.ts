import { WebClient } from '@slack/web-api';
import { BylawError, messageOf } from '../../errors.ts';
import { silentLog } from '../../log.ts';
import { clientOptions, createSlackApi, explainFailure, waitFor } from './api.ts';
import { identify } from './identity.ts';
import { createSdkLogger } from './logger.ts';

export interface SlackFinding {
  readonly ok: boolean;
  readonly detail: string;
  /** What to do, where it isn't ok. */
  readonly fix?: string;
}

const timeoutMs = 10_000;

/** Tries both tokens without beginning to answer: who the bot is, its scopes, and whether a connection would be given. */
export async function checkSlack(options: {
  readonly botToken: string | undefined;
  readonly appToken: string | undefined;
  readonly apiUrl: string | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): Promise<SlackFinding[]> {
  const { apiUrl, now } = options;
  const shared = { ...(apiUrl !== undefined && { apiUrl }), timeoutMs, logger: createSdkLogger(silentLog) };
  const apiFor = (token: string) =>
    createSlackApi({ client: new WebClient(token, clientOptions(shared)), now, wait: waitFor });
  return [await checkBot(options.botToken), await checkApp(options.appToken)];

  async function checkBot(token: string | undefined): Promise<SlackFinding> {
    if (token === undefined) return notSet('SLACK_BOT_TOKEN', 'set it to the bot token of the installed app (xoxb-…)');
    try {
      const { team } = await identify(apiFor(token), now);
      return { ok: true, detail: `the bot token works in workspace ${team}` };
    } catch (error) {
      if (!(error instanceof BylawError)) throw error;
      return { ok: false, detail: messageOf(error), fix: 'follow the steps at the top of manifest.yml' };
    }
  }

  async function checkApp(token: string | undefined): Promise<SlackFinding> {
    if (token === undefined) return notSet('SLACK_APP_TOKEN', 'set it to an app-level token (xapp-…)');
    try {
      const limits = { deadline: now() + timeoutMs };
      await apiFor(token).call((client) => client.apps.connections.open({}), limits);
      return { ok: true, detail: 'the app token opens connections' };
    } catch (error) {
      const fix = 'switch Socket Mode on and make an app-level token with connections:write';
      return { ok: false, detail: explainFailure('the app token', error, 'check SLACK_APP_TOKEN'), fix };
    }
  }
}

function notSet(name: string, fix: string): SlackFinding {
  return { ok: false, detail: `${name} is not set`, fix };
}
