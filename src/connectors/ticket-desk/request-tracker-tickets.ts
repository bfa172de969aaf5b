import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BylawError, UncertainError } from '../../errors.ts';
import type { RequestTrackerApi } from './request-tracker-api.ts';
import type { Ticket, TicketDraft, TicketQuery, TicketStore } from './ticket-store.ts';

export interface RequestTrackerTicketsOptions {
  readonly api: RequestTrackerApi;
  /** Where a ticket goes that names no queue. */
  readonly queue: string;
}

const fields = 'fields=Subject,Status,Queue,Requestor,Created,LastUpdated&fields[Queue]=Name';

/**
 * Tickets in Request Tracker. A key becomes a link of the ticket to `bylaw:` and its hash: Request Tracker writes it in
 * the transaction that makes the ticket, it can be searched for, and no custom field has to be set up.
 */
export function createRequestTrackerTickets({ api, queue }: RequestTrackerTicketsOptions): TicketStore {
  const underWay = new Map<string, Promise<unknown>>();

  async function find(query: string, limit: number, signal: AbortSignal, order = 'ASC'): Promise<Ticket[]> {
    const path = `/tickets?query=${encodeURIComponent(query)}&orderby=id&order=${order}&per_page=${limit}&${fields}`;
    const { items } = found.parse(await api.get(path, signal));
    return items.map((item) => toTicket(item, api.site));
  }

  async function get(id: string, signal: AbortSignal): Promise<Ticket | undefined> {
    const body = await api.get(`/ticket/${id}?fields[Queue]=Name`, signal);
    return body === undefined ? undefined : toTicket(oneTicket.parse(body), api.site);
  }

  /** Of several, as two desks can make at the same moment, the first counts and the others are rejected. */
  async function byKey(marker: string, signal: AbortSignal): Promise<Ticket | undefined> {
    const [first, ...others] = await find(`RefersTo = ${quoted(marker)}`, 10, signal);
    for (const { id, isClosed } of others) {
      if (!isClosed) await api.send('PUT', `/ticket/${id}`, { Status: 'rejected' }, signal);
    }
    return first;
  }

  async function create(draft: TicketDraft, marker: string, signal: AbortSignal) {
    const before = await byKey(marker, signal);
    if (before !== undefined) return { ...before, isRepeated: true };
    const into = draft.queue ?? queue;
    let lost: UncertainError | undefined;
    try {
      const answer = await api.send('POST', '/ticket', toBody(draft, into, marker), signal);
      if (answer.status !== 'done') throw noQueue(into);
    } catch (error) {
      if (!(error instanceof UncertainError)) throw error;
      lost = error;
    }
    // Whether or not an answer came, the ticket with the link is the proof.
    const made = await byKey(marker, signal).catch((error: unknown) => {
      throw lost ?? error;
    });
    if (made === undefined) throw lost ?? new BylawError('connector_failed', 'Request Tracker made no ticket.');
    return { ...made, isRepeated: false };
  }

  return {
    search: ({ limit, ...query }, signal) => find(toTicketSql(query), limit, signal, 'DESC'),
    get,
    async create(draft, signal) {
      const marker = `bylaw:${createHash('sha256').update(draft.idempotencyKey).digest('hex').slice(0, 32)}`;
      const earlier = underWay.get(marker) ?? Promise.resolve();
      const work = earlier.then(() => create(draft, marker, signal));
      const settled = work.catch(() => {});
      underWay.set(marker, settled);
      return work.finally(() => {
        if (underWay.get(marker) === settled) underWay.delete(marker);
      });
    },
    async comment({ id, text }, signal) {
      const answer = await api.send('POST', `/ticket/${id}/comment`, plain(text), signal);
      const ticket = await get(id, signal);
      // For a ticket that is not there it answers as for a comment that it can't read.
      if (ticket !== undefined && answer.status !== 'done') throw mayNot('comment on', id);
      return ticket;
    },
    async close(id, reason, signal) {
      const before = await get(id, signal);
      if (before === undefined || before.isClosed) return before;
      const change = { Status: 'resolved' };
      const answer =
        reason === undefined
          ? await api.send('PUT', `/ticket/${id}`, change, signal)
          : await api.send('POST', `/ticket/${id}/comment`, { ...plain(reason), ...change }, signal);
      if (answer.status !== 'done') throw mayNot('close', id);
      const after = await get(id, signal);
      // A change that is not possible is answered like one that was made.
      if (after?.isClosed === false) throw mayNot('close', id);
      return after;
    },
    async stop() {},
  };
}

function toBody({ subject, text, requester }: TicketDraft, queue: string, marker: string): unknown {
  const from = requester === undefined ? {} : { Requestor: [requester] };
  return { Queue: queue, Subject: subject, ...plain(text), RefersTo: [marker], ...from };
}

function plain(text: string) {
  return { Content: text, ContentType: 'text/plain' };
}

/** Simple search would hide what is resolved. */
function toTicketSql({ text, requester, only }: Omit<TicketQuery, 'limit'>): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const subject = words.map((word) => `Subject LIKE ${quoted(word)}`).join(' AND ') || 'id > 0';
  const number = /^#?(\d{1,9})$/.exec(text.trim())?.[1];
  return [
    number === undefined ? `(${subject})` : `(${subject} OR id = ${number})`,
    ...(requester === undefined ? [] : [`Requestor.EmailAddress = ${quoted(requester)}`]),
    ...(only === undefined ? [] : [`Status = ${only === 'open' ? "'__Active__'" : "'__Inactive__'"}`]),
  ].join(' AND ');
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function noQueue(queue: string): BylawError {
  // It answers for a queue that does not exist as for one that is closed to us.
  return new BylawError(
    'connector_failed',
    `There is no queue "${queue}" in Request Tracker, or the ticket desk may not open tickets in it.`,
  );
}

function mayNot(what: string, id: string): BylawError {
  return new BylawError(
    'connector_failed',
    `Request Tracker did not let the ticket desk ${what} ticket ${id}: it may lack the right, or the ticket's state forbids it.`,
  );
}

const oneTicket = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  Subject: z.string().nullish(),
  Status: z.string(),
  Queue: z.object({ id: z.string(), Name: z.string().optional() }),
  Requestor: z.array(z.object({ id: z.string() })).default([]),
  Created: z.string(),
  LastUpdated: z.string(),
});

const found = z.object({ items: z.array(oneTicket) });

/** Of Request Tracker's own life cycles; it doesn't say which statuses of others are the last. */
const closedStatuses = ['resolved', 'rejected', 'deleted', 'closed', 'cancelled', 'done'];

function toTicket(raw: z.infer<typeof oneTicket>, site: string): Ticket {
  const requester = raw.Requestor[0]?.id;
  return {
    id: raw.id,
    subject: raw.Subject ?? '',
    status: raw.Status,
    isClosed: closedStatuses.includes(raw.Status.toLowerCase()),
    queue: raw.Queue.Name ?? raw.Queue.id,
    ...(requester === undefined ? {} : { requester }),
    created: raw.Created,
    updated: raw.LastUpdated,
    url: `${site}/Ticket/Display.html?id=${raw.id}`,
  };
}
