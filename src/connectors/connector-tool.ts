import { canonicalJson, sha256 } from '../canonical-hash.ts';
import { cleanText } from '../clean-text.ts';
import type { Viewer } from '../domain.ts';
import type { AnsweredElicitations } from '../elicitation.ts';
import { BylawError, loggable, UncertainError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ConnectorCallEnd, ConnectorRecords } from '../records/records.ts';
import type { ToolContent, ToolContext } from '../tools/tool.ts';
import { quoteUntrusted } from '../untrusted-text.ts';
import type { ConnectorSettings, ConnectorTool } from './connector.ts';
import { CallError } from './connector-errors.ts';
import { pinOfTool } from './definition-pins.ts';
import type { InputCalls } from './elicitation/input-calls.ts';
import { checkInput } from './input-check.ts';
import type { RemoteCall, RemoteResult } from './mcp-connection.ts';
import type { McpHost, McpServer } from './mcp-host.ts';
import type { ReadyTool } from './offered-tool.ts';
import type { PersonHosts } from './person-hosts.ts';
import { redact } from './redact.ts';
import { resultText, shortenResult } from './result-text.ts';
import { endpointOf, recipientOf } from './server-endpoint.ts';
import { effectOf, isOpenWorld, isRepeatable, mayUse, whyDenied } from './tool-rules.ts';

export interface ConnectorToolDeps {
  readonly host: Pick<McpHost, 'server' | 'on'>;
  readonly records: Pick<ConnectorRecords, 'begin' | 'finish' | 'keepResult'>;
  /** For connectors that want each person to sign in; absent where nobody can. */
  readonly people?: Pick<PersonHosts, 'hostFor'> | undefined;
  /** For servers that ask the person for more. */
  readonly inputs: InputCalls;
  readonly newId: () => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** An approved tool of a connector, as the agent loop runs it: by the rules, noted before and after. */
export function createConnectorTool(
  name: string,
  settings: ConnectorSettings,
  ready: ReadyTool,
  deps: ConnectorToolDeps,
): ConnectorTool {
  const { definition, pin, spec } = ready;
  const { tools: rules, limits } = settings;
  const effect = effectOf(definition, rules);
  const title = cleanText(definition.title ?? definition.name)
    .replace(/\s+/g, ' ')
    .trim();
  const check = async (input: unknown) => {
    const wrong = await checkInput(definition.inputSchema, input);
    return wrong === undefined ? undefined : `${name} was called with an input it does not take: ${wrong}.`;
  };
  const runForData = async (given: unknown, context: ToolContext) => {
    const input = redact(given, settings.redact);
    const wrong = await check(input);
    if (wrong !== undefined) throw new BylawError('tool_input', wrong);
    const { person } = context.viewer;
    const isOwn = settings.auth === 'person' && person !== undefined;
    const own = isOwn ? await deps.people?.hostFor(settings, person) : undefined;
    const server = await readyServer(settings.name, context.signal, own ?? deps.host);
    refuseUnlessAllowed(server, ready, context.viewer);
    return call({ input: { ...Object(input) }, server, ready, effect, settings }, context, deps);
  };
  return {
    ...{ name, ...spec, check, remoteName: definition.name },
    effect: effect === 'read' ? 'read' : 'write',
    title: `${title} (${settings.name})`,
    ...(effect === 'destructive' ? { approvers: rules.approvers } : {}),
    outside: {
      ...{ connector: settings.name, recipient: recipientOf(settings), pin },
      isOpenWorld: isOpenWorld(definition, rules),
      prepare: (input) => redact(input, settings.redact),
    },
    timeoutMs: limits.callMs,
    run: async (given, context) => (await runForData(given, context)).content,
    runForData,
  };
}

interface Sending {
  readonly input: Readonly<Record<string, unknown>>;
  readonly server: McpServer;
  readonly ready: ReadyTool;
  readonly effect: ReturnType<typeof effectOf>;
  readonly settings: ConnectorSettings;
}

async function call(
  sending: Sending,
  context: ToolContext,
  deps: ConnectorToolDeps,
): Promise<{ readonly content: readonly ToolContent[]; readonly data?: unknown }> {
  const { input, server, ready, effect, settings } = sending;
  const { idempotencyKey, signal } = context;
  const { definition } = ready;
  let latest = '';
  const send = (request: RemoteCall) => {
    latest = deps.newId();
    return noted(sending, { id: latest, args: input, request }, context, deps);
  };
  const answered = context.answered && redactAnswers(context.answered, settings);
  // What a person typed leaves as well. It goes with the call that is gone on with, which is noted on its own.
  if (answered !== undefined) latest = await noteAnswers(sending, answered, context, deps);
  const { result, notes } = await deps.inputs.call({
    ...{ connector: settings.name, recipient: recipientOf(settings), send },
    call: { tool: definition.name, input, idempotencyKey, signal },
    isStateless: (server.revision ?? '') >= stateless,
    ...(answered !== undefined && { answered }),
  });
  const text = await keptShort(fullText(result, notes), latest, settings, deps);
  const quoted = quoteUntrusted(`Result of ${definition.name} at the connector ${settings.name}`, text);
  if (!result.isError) return { content: [{ type: 'text', text: quoted }], data: result.data };
  // Some write and report an error all the same.
  if (effect !== 'read') throw new UncertainError('connector_failed', quoted);
  throw new BylawError('tool_input', quoted);
}

const stateless = '2026-07-28';

function fullText(result: Extract<RemoteResult, { kind: 'done' }>, notes: readonly string[]): string {
  const warnings = result.warnings.map((warning) => `(Warning: ${warning}.)`);
  return [resultText(result), ...warnings, ...notes.map((note) => `(Note of Bylaw: ${note})`)].join('\n');
}

function redactAnswers({ resume, responses }: AnsweredElicitations, { redact: rules }: ConnectorSettings) {
  const clean = Object.entries(responses).map(([key, { action, content }]) => {
    const words = Object.entries(content ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? String(redact(value, rules)) : value,
    ]);
    return [key, { action, ...(content === undefined ? {} : { content: Object.fromEntries(words) }) }] as const;
  });
  return { resume, responses: Object.fromEntries(clean) };
}

async function noteAnswers(
  sending: Sending,
  { responses }: AnsweredElicitations,
  context: ToolContext,
  deps: ConnectorToolDeps,
): Promise<string> {
  const id = deps.newId();
  await noteBegin(sending, { id, at: deps.now(), args: { answers: responses } }, context, deps);
  await deps.records.finish(id, { outcome: 'done', ms: 0, bytesIn: 0 });
  return id;
}

/** Who was sent what, before it is sent. */
function noteBegin(
  { server, ready, effect, settings }: Sending,
  { id, at, args: given }: { readonly id: string; readonly at: number; readonly args: unknown },
  { viewer, agreedBy }: ToolContext,
  deps: ConnectorToolDeps,
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

/** Sends a call, noted before and after. */
async function noted(
  sending: Sending,
  { id, args, request }: { readonly id: string; readonly args: unknown; readonly request: RemoteCall },
  context: ToolContext,
  deps: ConnectorToolDeps,
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

async function keptShort(
  full: string,
  id: string,
  { limits, name }: ConnectorSettings,
  { records, log }: ConnectorToolDeps,
): Promise<string> {
  if (full.length <= limits.resultChars) return full;
  const isKept = await records.keepResult(id, full).then(
    () => true,
    (error: unknown) => {
      log.error('connector.not_kept', { connector: name, reason: loggable(error) });
      return false;
    },
  );
  const hint = isKept ? `read_connector_result gives them, with the id ${id}.` : 'They could not be kept.';
  return shortenResult(full, limits.resultChars, hint);
}

/** One that is about to be ready is waited for, as after a restart; the caller's time limits that. */
async function readyServer(name: string, signal: AbortSignal, host: ConnectorToolDeps['host']): Promise<McpServer> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const server = host.server(name);
      if (server?.state === 'connecting' && !signal.aborted) return;
      stop();
      signal.removeEventListener('abort', look);
      if (server === undefined) reject(new BylawError('connector_failed', `there is no connector "${name}" any more`));
      else resolve(server);
    };
    const stop = host.on(look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}

/** Everything that was decided when the tool was offered, again, as it is now. */
function refuseUnlessAllowed(
  { name, settings, state, reason, tools }: McpServer,
  ready: ReadyTool,
  viewer: Viewer,
): void {
  const { definition, pin } = ready;
  const refuse = (why: string): never => {
    throw new BylawError('connector_failed', `${definition.name} at the connector ${name} was not called: ${why}.`);
  };
  if (settings === undefined || !mayUse(viewer, settings.access) || whyDenied(definition, settings) !== undefined)
    refuse('the configuration does not allow it any more');
  const live = tools.find((tool) => tool.name === definition.name);
  if (state === 'needs_auth') refuse(reason ?? 'someone has to sign in there first');
  if (live === undefined)
    refuse(state === 'ready' ? 'the server has no such tool any more' : (reason ?? 'it is not connected'));
  else if (pinOfTool(name, live).hash !== pin)
    refuse(
      `its definition has changed since it was approved; an admin must look at it: bylaw connectors approve ${name}`,
    );
}
