import { InputRequired } from '../elicitation.ts';
import { BylawError } from '../errors.ts';
import type { Connectors, ConnectorTool } from './connector.ts';
import type { ConnectorCalls } from './ticket-connector.ts';

/** Calls that the bot makes by itself or at the press of a button, by the same rules as those of a model. */
export function createConnectorCalls(connectors: Pick<Connectors, 'toolsFor' | 'refresh'>): ConnectorCalls {
  return {
    offered: (viewer) =>
      connectors.toolsFor(viewer).map((tool) => ({
        ...{ connector: tool.outside.connector, tool: tool.remoteName, recipient: tool.outside.recipient },
        prepare: tool.outside.prepare,
      })),
    async call({ connector, tool: name, input, viewer, agreedBy, idempotencyKey, signal }) {
      await connectors.refresh();
      const tool = connectors
        .toolsFor(viewer)
        .find((each) => each.outside.connector === connector && each.remoteName === name);
      const why = whyNot(tool, agreedBy);
      if (tool === undefined || why !== undefined)
        throw new BylawError('connector_failed', `${name} at the connector ${connector} was not called: ${why}.`);
      const limit = AbortSignal.timeout(tool.timeoutMs ?? defaultTimeoutMs);
      const context = { viewer, idempotencyKey, signal: AbortSignal.any([signal, limit]) };
      try {
        const { data } = await tool.runForData(input, { ...context, ...(agreedBy !== undefined && { agreedBy }) });
        return data;
      } catch (error) {
        if (!(error instanceof InputRequired)) throw error;
        const why = 'it asks for more, which can only be answered in a conversation';
        throw new BylawError('connector_failed', `${name} at the connector ${connector} did not go on: ${why}.`);
      }
    },
  };
}

const defaultTimeoutMs = 60_000;

function whyNot(tool: ConnectorTool | undefined, agreedBy: string | undefined): string | undefined {
  if (tool === undefined) return 'it is not there, not approved, or not for this person in this place';
  if (tool.effect === 'write' && agreedBy === undefined) return 'it takes a yes that nobody has given';
  return tool.approvers === undefined ? undefined : 'it takes the yes of someone else';
}
