import { resolve } from 'node:path';
import { z } from 'zod';
import type {
  ConnectorPlan,
  ConnectorSettings,
  ConnectorTransport,
  OAuthSettings,
  RefusedConnector,
} from './connector.ts';
import { type ConnectorRules, noRules } from './connector-schema.ts';
import { expandVariables } from './expand-variables.ts';

export interface ConnectorsAsWritten {
  /** `mcpServers`, as most hosts write it. */
  readonly mcpServers: Readonly<Record<string, unknown>>;
  /** `servers`, as VS Code writes it. */
  readonly servers: Readonly<Record<string, unknown>>;
  /** Bylaw's own rules by name. */
  readonly connectors: Readonly<Record<string, ConnectorRules>>;
}

/** As other hosts write it; their further fields, such as lists of tools to run unasked, mean nothing here. */
const written = z.looseObject({
  type: z.enum(['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse']).optional(),
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  env: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  cwd: z.string().optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  timeout: z.number().positive().optional(),
  disabled: z.boolean().default(false),
});
type Written = z.infer<typeof written>;

const defaultIdleSeconds = 60;

/** What to connect, and what was refused and why. Each mistake refuses one connector; paths are meant against `base`. */
export function readConnectors(
  given: ConnectorsAsWritten,
  environment: Readonly<Record<string, string | undefined>>,
  base: string,
): ConnectorPlan {
  const connectors: ConnectorSettings[] = [];
  const refused: RefusedConnector[] = [];
  const all = [
    ...Object.entries(given.mcpServers).map(([name, raw]) => ({ name, raw, key: 'mcpServers' })),
    ...Object.entries(given.servers).map(([name, raw]) => ({ name, raw, key: 'servers' })),
  ];
  const names = new Set<string>();
  for (const { name, raw, key } of all) {
    const read = names.has(name)
      ? refuse(name, `${key}.${name}: mcpServers has a server of this name too; give one of them another name`)
      : readOne(name, raw, `${key}.${name}`, given.connectors[name] ?? noRules, environment, base);
    names.add(name);
    if ('reason' in read) refused.push(read);
    else connectors.push(read);
  }
  for (const name of Object.keys(given.connectors)) {
    if (!names.has(name))
      refused.push(refuse(name, `connectors.${name}: there is no server of this name under mcpServers`));
  }
  return { connectors, refused };
}

function readOne(
  name: string,
  raw: unknown,
  key: string,
  rules: ConnectorRules,
  environment: Readonly<Record<string, string | undefined>>,
  base: string,
): ConnectorSettings | RefusedConnector {
  if (!/^[a-z0-9_-]{1,40}$/.test(name))
    return refuse(name, `${key}: a name has up to 40 of a-z, 0-9, hyphen and underscore`);
  const parsed = written.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = [key, ...(issue?.path ?? []).map(String)].join('.');
    return refuse(
      name,
      `${where}: ${issue?.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : 'is not as other hosts write it'}`,
    );
  }
  if (parsed.data.disabled) return { name, state: 'off', reason: `${key}: disabled in the configuration` };
  const { value, missing } = expanded(parsed.data, environment);
  if (missing.length > 0) {
    const variables = [...new Set(missing)].join(', ');
    return refuse(
      name,
      `${key} needs ${variables}, which the environment and .env don't have; set it, or write a default as in \${NAME:-default}`,
    );
  }
  const transport = readTransport(value, key, base);
  if (typeof transport === 'string') return refuse(name, transport);
  const { card, access, tools, redact, auth, resources, limits, protocol } = rules;
  const oauth = rules.oauth && readOAuth(rules.oauth, environment);
  if (typeof oauth === 'string') return refuse(name, `connectors.${name}.oauth.${oauth}`);
  if (auth === 'shared' && oauth?.clientId === undefined) {
    return refuse(name, `connectors.${name}.auth is shared: set oauth.clientId and oauth.clientSecret of the bot`);
  }
  return {
    name,
    transport,
    protocol,
    limits: {
      connectMs: limits.connectSeconds * 1000,
      idleMs: limits.idleSeconds !== undefined ? limits.idleSeconds * 1000 : timeoutMs(value.timeout),
      callMs: limits.callSeconds * 1000,
      resultChars: limits.resultChars,
    },
    card: { operator: card.operator ?? '', location: card.location ?? '', data: card.data },
    access,
    tools: {
      deny: tools.deny,
      trusted: tools.trusted,
      approvers: tools.approvers,
      ...(tools.allow === undefined ? {} : { allow: tools.allow }),
    },
    redact,
    auth,
    ...(oauth === undefined ? {} : { oauth }),
    resources,
  };
}

function readOAuth(
  { clientId, clientSecret, scope, issuer }: NonNullable<ConnectorRules['oauth']>,
  environment: Readonly<Record<string, string | undefined>>,
): OAuthSettings | string {
  const secret = clientSecret === undefined ? undefined : expandVariables(clientSecret, environment);
  const [missing] = secret?.missing ?? [];
  if (missing !== undefined) return `clientSecret needs ${missing}, which the environment and .env don't have`;
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(secret === undefined ? {} : { clientSecret: secret.text }),
    ...(scope === undefined ? {} : { scope }),
    ...(issuer === undefined ? {} : { issuer }),
  };
}

function readTransport(value: Written, key: string, base: string): ConnectorTransport | string {
  const { type, command, args, env, cwd, url, headers } = value;
  if (type === 'stdio' || (type === undefined && command !== undefined)) {
    if (command === undefined || command.trim() === '') return `${key}.command: name the program that is the server`;
    return { kind: 'stdio', command, args, env, cwd: resolve(base, cwd ?? '.') };
  }
  if (url === undefined) return `${key} needs a command or a url`;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return `${key}.url: must be an http or https address`;
  return { kind: 'http', url, headers, ...(type === 'sse' ? { wasSse: true } : {}) };
}

function expanded(value: Written, environment: Readonly<Record<string, string | undefined>>) {
  const missing: string[] = [];
  const expand = (text: string) => {
    const result = expandVariables(text, environment);
    missing.push(...result.missing);
    return result.text;
  };
  const all = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, expand(text)]));
  const result: Written = {
    ...value,
    args: value.args.map(expand),
    env: all(value.env),
    headers: all(value.headers),
    ...(value.command === undefined ? {} : { command: expand(value.command) }),
    ...(value.url === undefined ? {} : { url: expand(value.url) }),
  };
  return { value: result, missing };
}

/** Some hosts write seconds, some milliseconds; no one waits less than a second or more than a quarter of an hour. */
function timeoutMs(timeout: number | undefined): number {
  if (timeout === undefined) return defaultIdleSeconds * 1000;
  return timeout < 1000 ? timeout * 1000 : timeout;
}

function refuse(name: string, reason: string): RefusedConnector {
  return { name, state: 'failed', reason };
}
