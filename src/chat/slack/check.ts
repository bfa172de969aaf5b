import { WebClient } from '@slack/web-api';
import { BylawError, messageOf } from '../../errors.ts';
import { silentLog } from '../../log.ts';
import { clientOptions, createSlackApi, explainFailure, type SlackApi, waitFor } from './api.ts';
import { missingScopes, readIdentity } from './identity.ts';
import { createSdkLogger } from './logger.ts';
import { eventScopes, neededScopes, type SettingsUse, scopeNeeds } from './needs.ts';
import type { SlackAccount } from './reach.ts';

export interface SlackFinding {
  readonly ok: boolean;
  readonly detail: string;
  /** What to do, where it isn't ok. */
  readonly fix?: string;
}

const timeoutMs = 10_000;
const reinstall = 'update the app from manifest.yml and install it again';

/**
 * Tries the tokens without beginning to answer: who the bot is, each scope that is missing with why it is needed and what
 * stops without it, which events that takes away, and whether a connection would be given.
 */
export async function checkSlack(options: {
  readonly account: SlackAccount;
  readonly apiUrl: string | undefined;
  /** Of the settings; absent means nothing that needs a scope of its own. */
  readonly uses?: SettingsUse;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): Promise<SlackFinding[]> {
  const { account, apiUrl, uses = [], now } = options;
  const shared = { ...(apiUrl !== undefined && { apiUrl }), timeoutMs, logger: createSdkLogger(silentLog) };
  const apiFor = (token: string) =>
    createSlackApi({ client: new WebClient(token, clientOptions(shared)), now, wait: waitFor });
  const bot = await checkBot(apiFor(account.botToken), uses, now);
  if (account.reach.kind === 'socket') return [...bot, await checkConnection(apiFor(account.reach.appToken), now)];
  const { port } = account.reach;
  const detail = `requests are taken on port ${port} at /slack/events, signed with SLACK_SIGNING_SECRET`;
  return [...bot, { ok: true, detail }];
}

async function checkBot(api: SlackApi, uses: SettingsUse, now: () => number): Promise<SlackFinding[]> {
  try {
    const { team, scopes } = await readIdentity(api, now);
    const known = { ok: true, detail: `the bot token works in workspace ${team}` };
    if (scopes === undefined) return [known, { ok: true, detail: 'Slack did not say which scopes the token has' }];
    const missing = missingScopes(scopes, uses);
    const all = { ok: true, detail: `it has all ${neededScopes(uses).length} scopes` };
    return [known, ...(missing.length === 0 ? [all] : missing.map(explainScope)), ...lostEvents(missing)];
  } catch (error) {
    if (!(error instanceof BylawError)) throw error;
    return [{ ok: false, detail: messageOf(error), fix: 'follow the steps at the top of manifest.yml' }];
  }
}

function explainScope(scope: string): SlackFinding {
  const need = scopeNeeds.find((each) => each.scope === scope);
  const facts = `is missing. It is ${need?.why}; without it ${need?.without}`;
  if (need?.isOptional) return { ok: true, detail: `the optional scope ${scope} ${facts}. To have it, ${reinstall}` };
  return { ok: false, detail: `the scope ${scope} ${facts}`, fix: reinstall };
}

/** Slack tells no app what it is subscribed to, only which scopes it has; an event never comes without its scope. */
function lostEvents(missing: readonly string[]): SlackFinding[] {
  const lost = Object.entries(eventScopes)
    .filter(([, scopes]) => scopes.some((scope) => missing.includes(scope)))
    .map(([event]) => event);
  const events = `${Object.keys(eventScopes).length} events`;
  if (lost.length === 0) return [{ ok: true, detail: `its scopes allow all ${events} that it listens to` }];
  return [{ ok: true, detail: `of ${events} these do not come without their scopes: ${lost.join(', ')}` }];
}

async function checkConnection(api: SlackApi, now: () => number): Promise<SlackFinding> {
  try {
    await api.call((client) => client.apps.connections.open({}), { deadline: now() + timeoutMs });
    return { ok: true, detail: 'the app token opens connections' };
  } catch (error) {
    const fix = 'switch Socket Mode on and make an app-level token with connections:write';
    return { ok: false, detail: explainFailure('the app token', error, 'check SLACK_APP_TOKEN'), fix };
  }
}
