import { cleanText } from '../clean-text.ts';
import type { AnsweredElicitations } from '../elicitation.ts';
import { BylawError, loggable, UncertainError } from '../errors.ts';
import type { ConnectorRecords } from '../records/records.ts';
import type { ToolContent, ToolContext } from '../tools/tool.ts';
import { quoteUntrusted } from '../untrusted-text.ts';
import { readyServer, refuseUnlessAllowed } from './allowed-server.ts';
import type { ConnectorSettings, ConnectorTool } from './connector.ts';
import type { InputCalls } from './elicitation/input-calls.ts';
import { checkInput } from './input-check.ts';
import type { RemoteCall } from './mcp-connection.ts';
import type { McpHost } from './mcp-host.ts';
import { type CallNoteDeps, noteAnswers, type Sending, sendNoted } from './noted-call.ts';
import type { ReadyTool } from './offered-tool.ts';
import type { PersonHosts } from './person-hosts.ts';
import { redact } from './redact.ts';
import { fullText, shortenResult } from './result-text.ts';
import { recipientOf } from './server-endpoint.ts';
import { effectOf, isOpenWorld } from './tool-rules.ts';

export interface ConnectorToolDeps extends CallNoteDeps {
  readonly host: Pick<McpHost, 'server' | 'on'>;
  readonly records: Pick<ConnectorRecords, 'begin' | 'finish' | 'keepResult'>;
  /** For connectors that want each person to sign in; absent where nobody can. */
  readonly people?: Pick<PersonHosts, 'hostFor'> | undefined;
  /** For servers that ask the person for more. */
  readonly inputs: InputCalls;
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
    return sendNoted(sending, { id: latest, args: input, request }, context, deps);
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
