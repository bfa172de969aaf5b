import { canonicalJson, sha256 } from '../canonical-hash.ts';
import type { AnsweredElicitations } from '../elicitation.ts';
import { BylawError, loggable, UncertainError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ConnectorCallEnd, ConnectorRecords } from '../records/records.ts';
import type { ToolContext } from '../tools/tool.ts';
import type { ConnectorSettings } from './connector.ts';
import { CallError } from './connector-errors.ts';
import type { RemoteCall, RemoteResult } from './mcp-connection.ts';
import type { McpServer } from './mcp-host.ts';
import type { ReadyTool } from './offered-tool.ts';
import { fullText } from './result-text.ts';
import { endpointOf } from './server-endpoint.ts';
import { type effectOf, isRepeatable } from './tool-rules.ts';

export interface CallNoteDeps {
  readonly records: Pick<ConnectorRecords, 'begin' | 'finish'>;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** A call of a tool, and by which rules it is sent. */
export interface Sending {
  readonly input: Readonly<Record<string, unknown>>;
  readonly server: McpServer;
  readonly ready: ReadyTool;
  readonly effect: ReturnType<typeof effectOf>;
  readonly settings: ConnectorSettings;
}

/** What a person typed for another system, as it leaves. Returns the id of the note. */
export async function noteAnswers(
  sending: Sending,
  { responses }: AnsweredElicitations,
  context: ToolContext,
  deps: CallNoteDeps,
): Promise<string> {
  const id = deps.newId();
  await noteBegin(sending, { id, at: deps.now(), args: { answers: responses } }, context, deps);
  await deps.records.finish(id, { outcome: 'done', ms: 0, bytesIn: 0 });
  return id;
}

/** Sends a call, noted before and after. */
export async function sendNoted(
  sending: Sending,
  { id, args, request }: { readonly id: string; readonly args: unknown; readonly request: RemoteCall },
  context: ToolContext,
  deps: CallNoteDeps,
): Promise<RemoteResult> {
  const { server, ready, effect, settings } = sending;
  const { definition } = ready;
  const at = deps.now();
  await noteBegin(sending, { id, at, args }, context, deps);
  const finish = async (end: Pick<ConnectorCallEnd, 'outcome'>, back?: string) => {
    const ms = deps.now() - at;
    const got = back === undefined ? { bytesIn: 0 } : { bytesIn: Buffer.byteLength(back), resultHash: sha256(back) };
    // What was done is done, whether or not it can be noted.
    await deps.records.finish(id, { ...end, ms, ...got }).catch((error: unknown) => {
      deps.log.error('connector.not_noted', { connector: settings.name, reason: loggable(error) });
    });
  };
  try {
    const repeatable = isRepeatable(definition, settings.tools);
    const result = await server.call(request, { repeatable });
    if (result.kind === 'input_required') await finish({ outcome: 'not_done' });
    else await finish({ outcome: result.isError ? 'error' : 'done' }, fullText(result, []));
    return result;
  } catch (error) {
    const outcome = error instanceof CallError ? error.outcome : 'unknown';
    await finish({ outcome });
    const told = error instanceof BylawError ? error.message : `${definition.name} failed`;
    if (effect !== 'read' && outcome === 'unknown')
      throw new UncertainError('connector_failed', told, { cause: error });
    throw error;
  }
}

/** Who was sent what, before it is sent. */
function noteBegin(
  { server, ready, effect, settings }: Sending,
  { id, at, args: given }: { readonly id: string; readonly at: number; readonly args: unknown },
  { viewer, agreedBy }: ToolContext,
  deps: CallNoteDeps,
): Promise<void> {
  const args = canonicalJson(given);
  return deps.records.begin({
    ...{ id, at, connector: settings.name, endpoint: endpointOf(settings), tool: ready.definition.name },
    ...{ revision: server.revision ?? '', args, argsHash: sha256(args), bytesOut: Buffer.byteLength(args) },
    decision: agreedBy === undefined && effect === 'read' ? 'automatic' : 'approved',
    ...(viewer.person !== undefined && { person: viewer.person }),
    ...(viewer.place !== undefined && { place: viewer.place }),
    ...(agreedBy !== undefined && { approver: agreedBy }),
  });
}
