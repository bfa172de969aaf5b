import { resolve } from 'node:path';
import { BylawError } from '../../errors.ts';
import { createRequestTrackerApi } from './request-tracker-api.ts';
import { createRequestTrackerTickets } from './request-tracker-tickets.ts';
import { createSqliteTickets } from './sqlite-tickets.ts';
import type { TicketStore } from './ticket-store.ts';

export interface PickedStore {
  readonly store: TicketStore;
  /** For people: where the tickets are. */
  readonly place: string;
}

const answerWithinMs = 30_000;

/**
 * Request Tracker where RT_URL is set, otherwise a file. Empty variables count as absent, as `${RT_URL:-}` gives them.
 * Throws `config_invalid`, naming the variable.
 */
export function pickTicketStore(
  environment: Readonly<Record<string, string | undefined>>,
  { cwd, now }: { readonly cwd: string; readonly now: () => number },
): PickedStore {
  const value = (name: string) => environment[name]?.trim() || undefined;
  const url = value('RT_URL');
  if (url === undefined) {
    const file = resolve(cwd, value('TICKETS_FILE') ?? '.bylaw/tickets.sqlite');
    return { store: createSqliteTickets({ file, now }), place: 'the ticket desk' };
  }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new BylawError('config_invalid', 'RT_URL must be the http or https address of Request Tracker.');
  const authorization = authorizationOf(value('RT_TOKEN'), value('RT_USER'), value('RT_PASSWORD'));
  if (authorization === undefined)
    throw new BylawError('config_invalid', 'RT_URL is set: set RT_TOKEN too, or RT_USER and RT_PASSWORD.');
  const api = createRequestTrackerApi({ url, authorization, timeoutMs: answerWithinMs });
  const store = createRequestTrackerTickets({ api, queue: value('RT_QUEUE') ?? 'General' });
  return { store, place: `Request Tracker at ${new URL(url).host}` };
}

function authorizationOf(token?: string, user?: string, password?: string): string | undefined {
  if (token !== undefined) return `token ${token}`;
  if (user === undefined || password === undefined) return undefined;
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
