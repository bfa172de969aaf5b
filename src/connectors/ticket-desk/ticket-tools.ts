import {
  acceptedContent,
  type CallToolResult,
  inputRequired,
  inputResponse,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { BylawError } from '../../errors.ts';
import type { Ticket, TicketStore } from './ticket-store.ts';

export interface TicketToolsDeps {
  readonly store: TicketStore;
  /** Where the tickets are, for people: a system's name or address. */
  readonly place: string;
  readonly version: string;
  /** Hears of failures that are none of the caller's business; never of what a ticket says. */
  readonly onFailure: (tool: string, error: unknown) => void;
}

/** The ticket desk as an MCP server; one for each connection. */
export function buildTicketDesk(deps: TicketToolsDeps): McpServer {
  const { store } = deps;
  const server = new McpServer({ name: 'ticket-desk', title: 'Ticket desk', version: deps.version });
  const answer = (tool: string, context: ServerContext, act: (signal: AbortSignal) => Promise<Ticket | undefined>) =>
    guard(deps, tool, async () => {
      const ticket = await act(context.mcpReq.signal);
      return ticket === undefined ? missing : toResult(describeTicket(ticket), { ...ticket });
    });

  server.registerTool(
    'ticket_search',
    {
      title: 'Search tickets',
      description: `Finds tickets in ${deps.place} by words of their subject or by number, newest first. Call it before opening one, to see whether the matter is known.`,
      inputSchema: z.object({
        query: line(200).describe('words that the subject has, or a number').default(''),
        requester: address.optional().describe('only tickets of the person with this mail address'),
        only: z.enum(['open', 'closed']).optional(),
        limit: z.number().int().min(1).max(50).default(10),
      }),
      outputSchema: z.object({ tickets: z.array(ticketSchema) }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query, requester, only, limit }, context) =>
      guard(deps, 'ticket_search', async () => {
        const filter = { text: query, limit, ...(requester && { requester }), ...(only && { only }) };
        const tickets = await store.search(filter, context.mcpReq.signal);
        const text = tickets.length === 0 ? 'No ticket fits.' : tickets.map(describeTicket).join('\n');
        return toResult(text, { tickets });
      }),
  );
  server.registerTool(
    'ticket_get',
    {
      title: 'Look at a ticket',
      description: 'Gives the present state of one ticket.',
      inputSchema: z.object({ id: ticketId }),
      outputSchema: ticketSchema,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ id }, context) => answer('ticket_get', context, (signal) => store.get(id, signal)),
  );
  server.registerTool(
    'ticket_create',
    {
      title: 'Open a ticket',
      description: `Opens a ticket in ${deps.place}, so that a person takes over. Put into the text what was asked, what the policies say about it and what is wanted.`,
      inputSchema: z.object({
        subject: line(200).min(3, 'a subject has at least 3 characters'),
        text: z.string().trim().min(1, 'is empty').max(20_000, 'is longer than 20,000 characters'),
        queue: line(100).min(1).optional().describe('leave it out unless the person names one'),
        requester: address.optional().describe('mail address of the person whom it is for'),
        idempotency_key: key.describe('any text of yours; the same key never opens a second ticket'),
      }),
      outputSchema: ticketSchema.extend({ isRepeated: z.boolean() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    ({ subject, text, queue, requester, idempotency_key: idempotencyKey }, context) =>
      answer('ticket_create', context, (signal) =>
        store.create(
          { subject, text, idempotencyKey, ...(queue && { queue }), ...(requester && { requester }) },
          signal,
        ),
      ),
  );
  server.registerTool(
    'ticket_comment',
    {
      title: 'Comment on a ticket',
      description: 'Adds a comment for those who work on the ticket; the requester is not written to.',
      inputSchema: z.object({ id: ticketId, text: z.string().trim().min(1, 'is empty').max(20_000) }),
      outputSchema: ticketSchema,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    (input, context) => answer('ticket_comment', context, (signal) => store.comment(input, signal)),
  );
  server.registerTool(
    'ticket_close',
    {
      title: 'Close a ticket',
      description: 'Closes a ticket after a person has confirmed it, which this tool asks for by itself.',
      inputSchema: z.object({ id: ticketId }),
      outputSchema: ticketSchema.partial(),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ id }, context) => guard(deps, 'ticket_close', () => close(id, context, store)),
  );
  return server;
}

/** The answer names the ticket that was asked about, so that a yes to one closes no other. */
async function close(id: string, { mcpReq }: ServerContext, store: TicketStore) {
  const question = `close-${id}`;
  const given = inputResponse(mcpReq.inputResponses, question);
  if (given.kind === 'elicit' && given.action !== 'accept')
    return toResult('Nothing was closed: the person said no.', {});
  const form = acceptedContent(mcpReq.inputResponses, question, confirmation);
  if (form?.confirm === false) return toResult('Nothing was closed: it was not confirmed.', {});
  const ticket = await store.get(id, mcpReq.signal);
  if (ticket === undefined) return missing;
  if (form === undefined && !ticket.isClosed) {
    const message = `Close ticket ${id} (“${ticket.subject}”)?`;
    return inputRequired({
      inputRequests: { [question]: inputRequired.elicit({ message, requestedSchema: confirmation }) },
    });
  }
  const closed = await store.close(id, form?.reason, mcpReq.signal);
  return closed === undefined ? missing : toResult(describeTicket(closed), { ...closed });
}

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `is longer than ${max} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line');
const address = z.email('must be a mail address').max(200);
const ticketId = z
  .string()
  .trim()
  .regex(/^#?[1-9]\d{0,8}$/, 'must be the number of a ticket, such as 42')
  .transform((id) => id.replace('#', ''));
const key = line(200).min(1);
const confirmation = z.object({
  confirm: z.boolean().meta({ title: 'Really close it?' }),
  reason: z.string().max(1000).optional().meta({ title: 'Why', description: 'becomes a comment' }),
});

const ticketSchema = z.object({
  id: z.string(),
  subject: z.string(),
  status: z.string(),
  isClosed: z.boolean(),
  queue: z.string(),
  requester: z.string().optional(),
  created: z.string(),
  updated: z.string(),
  url: z.string().optional(),
});

function describeTicket({ id, subject, status, queue, url }: Ticket): string {
  return `Ticket ${id} (${status}, ${queue}): ${subject}${url === undefined ? '' : `\n${url}`}`;
}

function toResult(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}

function refusal(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

const missing = refusal('There is no such ticket, or the ticket desk may not see it.');

/** A failure is a sentence that the model reads. */
async function guard<Result>(
  { onFailure }: TicketToolsDeps,
  tool: string,
  act: () => Promise<Result>,
): Promise<Result | CallToolResult> {
  try {
    return await act();
  } catch (error) {
    onFailure(tool, error);
    return refusal(error instanceof BylawError ? error.message : 'The ticket desk failed. Try again later.');
  }
}
