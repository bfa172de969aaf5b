import type { Client } from '@modelcontextprotocol/client';
import type { CallClock } from './call-clock.ts';
import type { ElicitAnswer, RemoteCall } from './mcp-connection.ts';
import { readElicitation } from './read-input-request.ts';

export interface Elicitations {
  /** Asks this call's person from now on; returns how to stop. */
  serve(call: RemoteCall, clock: CallClock): () => void;
}

/**
 * Answers the questions of servers that ask while a call runs (older revisions). They don't say which call they mean, so
 * with several under way the question is declined: nobody is asked about another person's call.
 */
export function answerElicitations(client: Client): Elicitations {
  const calls = new Set<{ readonly call: RemoteCall; readonly clock: CallClock }>();

  client.setRequestHandler('elicitation/create', async (request, context) => {
    const [only, ...others] = calls;
    const question = readElicitation(request.params, 'elicitation');
    if (only?.call.onElicit === undefined || others.length > 0 || question === undefined) return { action: 'decline' };
    const signal = AbortSignal.any([context.mcpReq.signal, only.call.signal]);
    return wire(await only.clock.pauseFor(only.call.onElicit(question, signal)));
  });
  return {
    serve: (call, clock) => {
      const entry = { call, clock };
      calls.add(entry);
      return () => calls.delete(entry);
    },
  };
}

function wire({ action, content }: ElicitAnswer) {
  if (action !== 'accept' || content === undefined) return { action };
  const values = Object.entries(content).map(([name, value]): [string, string | number | boolean | string[]] => [
    name,
    typeof value === 'object' ? [...value] : value,
  ]);
  return { action, content: Object.fromEntries(values) };
}
