import type { Client, Tool } from '@modelcontextprotocol/client';
import { startCallClock } from './call-clock.ts';
import type { ConnectorSettings } from './connector.ts';
import { CallError } from './connector-errors.ts';
import { describeCallFailure } from './describe-call-failure.ts';
import { answerElicitations } from './elicitations.ts';
import { lostAnswerCode } from './guard-transport.ts';
import { AnswerTooLarge } from './limit-answers.ts';
import { maxMessageBytes } from './line-reader.ts';
import type { McpConnection, RemoteCall, RemoteResult, RemoteTool } from './mcp-connection.ts';
import { checkOutput } from './output-check.ts';
import { readInputRequest, urlRequestsOf } from './read-input-request.ts';
import { fields, readResult } from './read-result.ts';
import type { Timers } from './timers.ts';

export interface RemoteToolsDeps {
  readonly client: Client;
  readonly settings: ConnectorSettings;
  readonly modern: boolean;
  /** Whether the server says that it has tools. */
  readonly offered: boolean;
  /** Runs a request again after someone signed in. */
  readonly withSignIn: <T>(request: () => Promise<T>) => Promise<T>;
  /** Runs a list request; its failure is told as that of a call. */
  readonly plainly: <T>(what: string, signal: AbortSignal, request: () => Promise<T>) => Promise<T>;
  /** Told for how many milliseconds a list is good, where the server says so. */
  readonly onListed: (ttlMs: number | undefined) => void;
  readonly timers: Timers;
}

/** For the SDK's own limit, which can't wait for people: ours is the call clock. */
const longestTimerMs = 2 ** 31 - 1;
const headerMismatchCode = -32_020;

/** The tools of one connection: listing and calling. */
export function createRemoteTools(deps: RemoteToolsDeps): Pick<McpConnection, 'listTools' | 'callTool'> {
  const { client, settings, modern, withSignIn, plainly, timers } = deps;
  const definitions = new Map<string, Tool>();
  const outputSchemas = new Map<string, RemoteTool['outputSchema']>();
  const elicitations = answerElicitations(client);

  async function listTools(signal: AbortSignal): Promise<readonly RemoteTool[]> {
    if (!deps.offered) return [];
    const listed = await plainly('list of tools', signal, () =>
      client.listTools(undefined, { signal, timeout: settings.limits.connectMs, cacheMode: 'refresh' }),
    );
    definitions.clear();
    for (const tool of listed.tools) {
      // Without the output schema the SDK leaves checking to us: a wrong answer is passed on with a warning.
      const { outputSchema: _, ...definition } = tool;
      if (!definitions.has(tool.name)) definitions.set(tool.name, definition);
    }
    const tools = listed.tools.map(remoteTool);
    outputSchemas.clear();
    for (const tool of tools) if (!outputSchemas.has(tool.name)) outputSchemas.set(tool.name, tool.outputSchema);
    deps.onListed(typeof listed.ttlMs === 'number' ? listed.ttlMs : undefined);
    return tools;
  }

  async function callTool(call: RemoteCall): Promise<RemoteResult> {
    const what = `connector "${settings.name}", tool "${call.tool}"`;
    if (call.signal.aborted) throw new CallError('not_done', `${what} was cancelled before it was sent`);
    const clock = startCallClock(settings.limits, call.signal, timers);
    const done = elicitations.serve(call, clock);
    const params = {
      name: call.tool,
      arguments: { ...call.input },
      _meta: { 'bylaw/idempotency-key': call.idempotencyKey },
      ...(modern && call.answers !== undefined
        ? {
            inputResponses: { ...call.answers.responses },
            ...(call.answers.state === undefined ? {} : { requestState: call.answers.state }),
          }
        : {}),
    };
    const send = () => {
      const definition = definitions.get(call.tool);
      return withSignIn(() =>
        client.callTool(params, {
          signal: clock.signal,
          timeout: longestTimerMs,
          allowInputRequired: true,
          onprogress: ({ progress, total, message }) => {
            clock.alive();
            call.onProgress?.({
              done: progress,
              ...(total === undefined ? {} : { total }),
              ...(message === undefined ? {} : { text: message }),
            });
          },
          ...(definition === undefined ? {} : { toolDefinition: definition }),
        }),
      );
    };
    try {
      let answer: unknown;
      try {
        answer = await send();
      } catch (error) {
        // The headers follow from the definition, so it has changed: read it again, and try that once.
        if (fields(error).code !== headerMismatchCode) throw error;
        await listTools(clock.signal);
        answer = await send();
      }
      return await readAnswer(answer, call);
    } catch (error) {
      const { code, data } = fields(error);
      if (error instanceof AnswerTooLarge || (code === lostAnswerCode && data === 'too_large')) return tooLarge;
      const requests = urlRequestsOf(error);
      if (requests !== undefined) return { kind: 'input_required', requests };
      throw describeCallFailure(error, {
        what,
        expired: clock.expired(),
        cancelled: call.signal.aborted,
      });
    } finally {
      done();
      clock.end();
    }
  }

  async function readAnswer(answer: unknown, call: RemoteCall): Promise<RemoteResult> {
    const { resultType, inputRequests, requestState, structuredContent } = fields(answer);
    if (resultType === 'input_required') {
      const requests = Object.entries(fields(inputRequests)).map(
        ([key, raw]) => [key, readInputRequest(raw, key)] as const,
      );
      const known = requests.flatMap(([key, request]) => (request === undefined ? [] : [[key, request] as const]));
      if (known.length < requests.length) return declined;
      return {
        kind: 'input_required',
        ...(typeof requestState === 'string' ? { state: requestState } : {}),
        requests: Object.fromEntries(known),
      };
    }
    const result = readResult(structuredContent);
    const warning = await checkOutput(outputSchemas.get(call.tool), result);
    return { kind: 'done', ...result, warnings: warning === undefined ? [] : [warning] };
  }

  return { listTools, callTool };
}

const tooLarge: RemoteResult = {
  kind: 'done',
  isError: true,
  content: [
    {
      type: 'text',
      text: `The answer was larger than ${maxMessageBytes / 1024 / 1024} MB and was dropped. Ask for less, such as fewer entries or a smaller part.`,
    },
  ],
  warnings: [],
};

const declined: RemoteResult = {
  kind: 'done',
  isError: true,
  content: [{ type: 'text', text: 'The server asked for something that this host does not give, such as sampling.' }],
  warnings: [],
};

function remoteTool(tool: Tool): RemoteTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {};
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description: description ?? '',
    inputSchema: { ...inputSchema },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema } }),
    annotations: {
      ...(readOnlyHint === undefined ? {} : { readOnlyHint }),
      ...(destructiveHint === undefined ? {} : { destructiveHint }),
      ...(idempotentHint === undefined ? {} : { idempotentHint }),
      ...(openWorldHint === undefined ? {} : { openWorldHint }),
    },
  };
}
