import { loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { OpenedTicket } from '../records/records.ts';
import type { ConnectorTool } from './connector.ts';
import { readTicket, ticketTools } from './ticket-connector.ts';

/** The same tools; a ticket that one of them opens in a conversation is noted, so that its changes are told there. */
export function noteOpenedTickets(
  tools: readonly ConnectorTool[],
  { opened, log }: { readonly opened: (ticket: OpenedTicket) => Promise<void>; readonly log: Log },
): readonly ConnectorTool[] {
  return tools.map((tool) => {
    if (tool.remoteName !== ticketTools.create) return tool;
    const runForData: ConnectorTool['runForData'] = async (input, context) => {
      const result = await tool.runForData(input, context);
      const ticket = readTicket(result.data);
      const { conversation, viewer } = context;
      if (ticket === undefined || conversation === undefined) return result;
      const { person, place } = viewer;
      const about = { connector: tool.outside.connector, conversation, ...ticket };
      // The ticket is open, whether or not its changes will be heard.
      await opened({ ...about, ...(person && { person }), ...(place && { place }) }).catch((error: unknown) => {
        log.error('ticket.not_watched', { connector: tool.outside.connector, reason: loggable(error) });
      });
      return result;
    };
    return { ...tool, runForData, run: async (input, context) => (await runForData(input, context)).content };
  });
}
