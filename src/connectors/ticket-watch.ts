import type { Viewer } from '../domain.ts';
import { BylawError, loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { OpenedTicket, TicketRecords, WatchedTicket } from '../records/records.ts';
import type { TicketConnector } from './ticket-connector.ts';

export interface TicketWatchDeps {
  readonly tickets: TicketRecords;
  readonly desk: Pick<TicketConnector, 'state'>;
  readonly tell: TellOfTicket;
  /** What this person may see there now, with the groups of today. */
  readonly viewerFor: (asker: { readonly person?: string; readonly place?: string }) => Viewer | Promise<Viewer>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** That a ticket stands otherwise than was told before. */
export interface TicketNews {
  /** The same for each try to tell this, and for no other news: what was posted under it is not posted again. */
  readonly key: string;
  readonly conversation: string;
  readonly person?: string;
  readonly ticket: string;
  readonly connector: string;
  readonly was: string;
  readonly status: string;
  readonly url?: string;
}

/** `later` where it may be tried again, `gone` where that conversation can't be written to any more. */
export type TellOfTicket = (news: TicketNews, signal: AbortSignal) => Promise<'told' | 'later' | 'gone'>;

/** Hears of changes of tickets and tells of each once, in the conversation that the ticket was opened in. */
export interface TicketWatch {
  opened(ticket: OpenedTicket): Promise<void>;
  /** One round: looks at the tickets that are due and tells what is new. Never throws. */
  run(signal: AbortSignal): Promise<void>;
}

const dayMs = 86_400_000;
/** What was closed may be opened again. */
const closedForMs = 14 * dayMs;
const unchangedForMs = 180 * dayMs;
/** A ticket where nothing has happened for a day is looked at every hour or so, after a month once a day. */
const patience = 24;

export function createTicketWatch(deps: TicketWatchDeps): TicketWatch {
  const { tickets, desk, tell, viewerFor, now, log } = deps;

  async function look(ticket: WatchedTicket, signal: AbortSignal): Promise<void> {
    const { connector, person, place } = ticket;
    const viewer = await viewerFor({ ...(person && { person }), ...(place && { place }) });
    const seen = await desk.state(ticket, viewer, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn('ticket.not_seen', { connector, reason: whyNotSeen(error) });
      return undefined;
    });
    if (!signal.aborted) await tickets.note(ticket, seen, now());
  }

  async function tellNews(ticket: WatchedTicket, signal: AbortSignal): Promise<void> {
    const { connector, conversation, person, news, status: was, url } = ticket;
    if (news === undefined) return;
    const outcome = await tell(
      {
        key: `ticket:${connector}:${ticket.ticket}:${ticket.changes}`,
        ...{ conversation, ticket: ticket.ticket, connector, was, status: news },
        ...(person && { person }),
        ...(url && { url }),
      },
      signal,
    );
    if (outcome === 'told') await tickets.told(ticket, news);
    if (outcome === 'gone') await tickets.unwatch(ticket);
    log.info('ticket.news', { connector, outcome });
  }

  /** One that fails keeps no other from its turn. */
  async function each(work: (ticket: WatchedTicket) => Promise<void>, signal: AbortSignal): Promise<void> {
    for (const ticket of await tickets.watched()) {
      if (signal.aborted) return;
      await work(ticket).catch((error: unknown) => {
        if (!signal.aborted) log.error('ticket.watch_failed', { connector: ticket.connector, reason: loggable(error) });
      });
    }
  }

  return {
    opened: (ticket) => tickets.watch(ticket, now()),
    async run(signal) {
      try {
        await each(async (ticket) => {
          if (ticket.news === undefined && isOver(ticket, now())) await tickets.unwatch(ticket);
          else if (isDue(ticket, now())) await look(ticket, signal);
        }, signal);
        await each((ticket) => tellNews(ticket, signal), signal);
      } catch (error) {
        log.error('ticket.watch_failed', { reason: loggable(error) });
      }
    },
  };
}

/** A refusal quotes the other system, whose words are about people and stay out of the log. */
function whyNotSeen(error: unknown): string {
  return error instanceof BylawError && error.code === 'tool_input' ? 'the ticket desk refused' : loggable(error);
}

function isOver({ isClosed, changedAt }: WatchedTicket, now: number): boolean {
  return now - changedAt > (isClosed ? closedForMs : unchangedForMs);
}

function isDue({ changedAt, checkedAt }: WatchedTicket, now: number): boolean {
  return (now - checkedAt) * patience >= now - changedAt;
}
