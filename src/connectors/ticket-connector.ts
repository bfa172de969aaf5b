import { z } from 'zod';
import type { Viewer } from '../domain.ts';
import { BylawError } from '../errors.ts';
import type { OpenedTicket } from '../records/records.ts';

/** Calls tools of connectors under all of their rules: who may, what an admin approved, what is redacted and noted. */
export interface ConnectorCalls {
  /** The tools that this viewer may use here and that can be reached now, by connector and name. */
  offered(viewer: Viewer): readonly OfferedTool[];
  /**
   * What the server gave back in fields; undefined where it gave none. Throws a `BylawError` with a sentence for people,
   * also where the tool itself failed, and where a call needs a yes that `agreedBy` doesn't name.
   */
  call(call: ConnectorCall): Promise<unknown>;
}

export interface OfferedTool {
  readonly connector: string;
  /** As the server names it, and so in a call. */
  readonly tool: string;
  /** Who receives what is sent, as people are told. */
  readonly recipient: string;
  /** The input as it will be sent, without what must not leave. */
  prepare(input: unknown): unknown;
}

export interface ConnectorCall {
  readonly connector: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly viewer: Viewer;
  /** The person who said yes to exactly this. */
  readonly agreedBy?: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** Whichever connector has the tools of a ticket desk, for those who may use it. */
export interface TicketConnector {
  /** The first by name; undefined where there is none for this viewer, or none that can be reached now. */
  deskFor(viewer: Viewer): TicketDesk | undefined;
  /** How a ticket stands, asked in this viewer's name. Throws a `BylawError` where that can't be seen. */
  state(
    ticket: { readonly connector: string; readonly ticket: string; readonly url?: string },
    viewer: Viewer,
    signal: AbortSignal,
  ): Promise<TicketState>;
}

export interface TicketDesk {
  readonly connector: string;
  readonly recipient: string;
  /** What will be sent, exactly, to be shown before the yes. */
  preview(draft: Pick<TicketDraft, 'title' | 'text' | 'requester'>): Readonly<Record<string, unknown>>;
  /** The same key never opens a second ticket, so what failed may be tried again. Only after the person's yes. */
  open(draft: TicketDraft, signal: AbortSignal): Promise<Omit<OpenedTicket, 'conversation'>>;
}

export interface TicketDraft {
  readonly title: string;
  readonly text: string;
  /** Mail address of the person whom it is for. */
  readonly requester?: string;
  readonly idempotencyKey: string;
  /** Who said yes to exactly this. */
  readonly agreedBy: string;
}

export interface TicketState {
  readonly status: string;
  readonly isClosed: boolean;
}

/** The tools that make a connector a ticket desk, as the one that comes along has them. */
export const ticketTools = { create: 'ticket_create', get: 'ticket_get' } as const;

const maxTitleChars = 200;
const maxTextChars = 20_000;

export function createTicketConnector(calls: ConnectorCalls): TicketConnector {
  return {
    deskFor(viewer) {
      const offered = calls.offered(viewer);
      const found = offered.find(
        ({ connector, tool }) =>
          tool === ticketTools.create &&
          offered.some((other) => other.connector === connector && other.tool === ticketTools.get),
      );
      if (found === undefined) return undefined;
      const { connector, recipient } = found;
      return {
        ...{ connector, recipient },
        preview: (draft) => fields(found.prepare(toInput(draft))),
        async open({ idempotencyKey, agreedBy, ...draft }, signal) {
          const input = { ...toInput(draft), idempotency_key: idempotencyKey };
          const tool = ticketTools.create;
          const data = await calls.call({ connector, tool, input, viewer, agreedBy, idempotencyKey, signal });
          const opened = readTicket(data);
          if (opened === undefined) throw unreadable(connector);
          const { person, place } = viewer;
          return { connector, ...opened, ...(person && { person }), ...(place && { place }) };
        },
      };
    },
    async state({ connector, ticket, url }, viewer, signal) {
      const idempotencyKey = `ticket-state:${connector}:${ticket}`;
      const data = await calls.call({
        ...{ connector, tool: ticketTools.get, input: { id: ticket } },
        ...{ viewer, idempotencyKey, signal },
      });
      const seen = readTicket(data);
      // Under the connector's name another desk may stand by now, where the number is someone else's.
      if (seen?.ticket !== ticket || seen.url !== url) throw unreadable(connector);
      return { status: seen.status, isClosed: seen.isClosed };
    },
  };
}

function toInput({ title, text, requester }: Pick<TicketDraft, 'title' | 'text' | 'requester'>) {
  return {
    subject: oneLine(title).slice(0, maxTitleChars),
    text: text.slice(0, maxTextChars),
    ...(requester === undefined ? {} : { requester }),
  };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return { ...Object(value) };
}

/** A ticket in what a tool of a ticket desk gave back; undefined where there is none. Nothing in it is to be trusted. */
export function readTicket(data: unknown): Pick<OpenedTicket, 'ticket' | 'status' | 'isClosed' | 'url'> | undefined {
  const read = ticket.safeParse(data).data;
  if (read === undefined) return undefined;
  const { id, status, isClosed, url } = read;
  return {
    ...{ ticket: id, status, isClosed: isClosed ?? closedWords.has(status.toLowerCase()) },
    ...(url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? { url } : {}),
  };
}

/** Where a desk doesn't say whether a ticket is closed. */
const closedWords = new Set(['closed', 'resolved', 'rejected', 'done', 'cancelled', 'canceled', 'deleted']);

const ticket = z.object({
  id: z.union([z.string(), z.number().int()]).transform(String).pipe(z.string().trim().min(1).max(100)),
  status: z
    .string()
    .transform((status) => oneLine(status).slice(0, 60))
    .pipe(z.string().min(1)),
  isClosed: z.boolean().optional(),
  url: z.string().max(500).optional().catch(undefined),
});

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

function unreadable(connector: string): BylawError {
  return new BylawError('connector_failed', `${connector} gave an answer in which no ticket could be read.`);
}
