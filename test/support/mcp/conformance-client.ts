// The program that the conformance suite runs: it lets the product's own connection talk to the suite's server.
// Arguments: the server's address, last. Environment: MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT (JSON).
import process from 'node:process';
import {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { createConnectMcp } from '../../../src/connectors/connect-mcp.ts';
import type { ElicitAnswer, McpConnection, McpSignIn, RemoteTool } from '../../../src/connectors/mcp-connection.ts';
import { realTimers } from '../../../src/connectors/timers.ts';
import { address, connectorSettings } from './connector-settings.ts';
import { createHeadlessSignIn } from './headless-sign-in.ts';

const url = process.argv.at(-1) ?? '';
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context = z
  .looseObject({
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    private_key_pem: z.string().optional(),
    signing_algorithm: z.string().optional(),
    idp_client_id: z.string().optional(),
    idp_id_token: z.string().optional(),
    idp_token_endpoint: z.string().optional(),
    toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).optional(),
  })
  .parse(JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}'));

/** Their servers don't introduce themselves, so the revision is pinned, as a configuration can. */
const withoutDiscovery = [
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'sep-2322-client-request-state',
];
/** What the scenario forbids: following the references of that schema. */
const onlyListed = ['json-schema-ref-no-deref'];

const signal = new AbortController().signal;
const connect = createConnectMcp({
  environment: process.env,
  files: { add: () => {}, remove: () => {}, sweep: () => [] },
  timers: realTimers,
  random: Math.random,
  version: '0.0.0',
});
const settings = connectorSettings('suite', address(url), {
  protocol: withoutDiscovery.includes(scenario) ? '2026-07-28' : 'auto',
  limits: { connectMs: 25_000 },
});
const signIn = scenario.startsWith('auth/') ? pickSignIn() : undefined;
const connection = await connect(settings, { signal, ...(signIn === undefined ? {} : { signIn }) });
const tools = await connection.listTools(signal);
if (context.toolCalls !== undefined) {
  for (const call of context.toolCalls) await callTool(connection, call.name, call.arguments);
} else if (!onlyListed.includes(scenario)) {
  for (const tool of tools) await callWithSomething(tool);
}
const [resource] = await connection.listResources(signal);
if (resource !== undefined) await connection.readResource(resource.uri, signal);
const [prompt] = await connection.listPrompts(signal);
if (prompt !== undefined) await connection.getPrompt(prompt.name, {}, signal);
await connection.close();
process.exit(0);

async function callWithSomething(tool: RemoteTool): Promise<void> {
  const input = inputFor(tool);
  if (input === undefined) return;
  try {
    await callTool(connection, tool.name, input);
  } catch (error) {
    process.stderr.write(`${tool.name}: ${error}\n`);
    if (scenario.startsWith('auth/')) throw error;
  }
}

function inputFor({ name }: RemoteTool): Record<string, unknown> | undefined {
  if (name === 'json_schema_2020_12_tool') return undefined;
  if (name === 'json_schema_echo')
    return { schema: tools.find((tool) => tool.name === 'json_schema_2020_12_tool')?.inputSchema };
  if (name === 'add_numbers') return { a: 5, b: 3 };
  return scenario === 'http-invalid-tool-headers' ? { region: 'us-west1' } : {};
}

async function callTool(on: McpConnection, tool: string, input: Readonly<Record<string, unknown>>): Promise<void> {
  const answer: ElicitAnswer = { action: 'accept', content: scenario.includes('2322') ? { confirmed: true } : {} };
  const call = { tool, input, idempotencyKey: 'conformance', signal, onElicit: async () => answer };
  let result = await on.callTool(call);
  for (let rounds = 0; result.kind === 'input_required' && rounds < 10; rounds++) {
    const responses = Object.fromEntries(Object.keys(result.requests).map((key) => [key, answer]));
    const { state } = result;
    result = await on.callTool({ ...call, answers: { ...(state === undefined ? {} : { state }), responses } });
  }
}

function pickSignIn(): McpSignIn {
  const { client_id: clientId = '', client_secret: clientSecret = '' } = context;
  switch (scenario) {
    case 'auth/client-credentials-basic':
      return { provider: new ClientCredentialsProvider({ clientId, clientSecret }) };
    case 'auth/client-credentials-jwt':
      return {
        provider: new PrivateKeyJwtProvider({
          clientId,
          privateKey: context.private_key_pem ?? '',
          algorithm: context.signing_algorithm ?? 'ES256',
        }),
      };
    case 'auth/enterprise-managed-authorization':
      return {
        provider: new CrossAppAccessProvider({
          clientId,
          clientSecret,
          assertion: async ({ authorizationServerUrl, resourceUrl, fetchFn }) => {
            const grant = await requestJwtAuthorizationGrant({
              tokenEndpoint: context.idp_token_endpoint ?? '',
              audience: String(authorizationServerUrl),
              resource: String(resourceUrl),
              idToken: context.idp_id_token ?? '',
              clientId: context.idp_client_id ?? '',
              fetchFn,
            });
            return grant.jwtAuthGrant;
          },
        }),
      };
    case 'auth/pre-registration':
      return createHeadlessSignIn({ client_id: clientId, client_secret: clientSecret });
    default:
      return createHeadlessSignIn();
  }
}
