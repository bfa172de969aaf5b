import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noRules, rulesSchema } from '../../src/connectors/connector-schema.ts';
import { type ConnectorsAsWritten, readConnectors } from '../../src/connectors/read-connectors.ts';

const environment = { DESK_TOKEN: 'abc', HOST: 'desk.example.com', EMPTY: '' };
const read = (given: Partial<ConnectorsAsWritten>) =>
  readConnectors({ mcpServers: {}, servers: {}, connectors: {}, ...given }, environment, '/srv/bylaw');
const one = (raw: unknown) => read({ mcpServers: { desk: raw } });

test('a program is read as other hosts write it, with variables where they belong', () => {
  const { connectors, refused } = one({
    command: `\${SHELL_PATH:-npx}`,
    args: ['-y', 'desk-server', `--host=\${HOST}`, '$HOST'],
    env: { TOKEN: `\${DESK_TOKEN}`, MODE: `\${MODE:-}`, RETRIES: 3 },
    cwd: `tools/\${HOST}`,
    alwaysAllow: ['everything'],
  });
  assert.deepEqual(refused, []);
  assert.deepEqual(connectors[0]?.transport, {
    kind: 'stdio',
    command: 'npx',
    args: ['-y', 'desk-server', '--host=desk.example.com', '$HOST'],
    env: { TOKEN: 'abc', MODE: '', RETRIES: '3' },
    cwd: `/srv/bylaw/tools/\${HOST}`,
  });
});

test('an address is read under each of its names', () => {
  for (const type of [undefined, 'http', 'streamable-http', 'streamableHttp', 'sse']) {
    const { connectors } = one({
      type,
      url: `https://\${HOST}/mcp`,
      headers: { Authorization: `Bearer \${DESK_TOKEN}` },
    });
    assert.deepEqual(connectors[0]?.transport, {
      kind: 'http',
      url: 'https://desk.example.com/mcp',
      headers: { Authorization: 'Bearer abc' },
      ...(type === 'sse' ? { wasSse: true } : {}),
    });
  }
});

test('servers may stand under the key that VS Code uses, and a name counts once', () => {
  const { connectors, refused } = read({
    mcpServers: { desk: { command: 'desk' } },
    servers: { desk: { command: 'other' }, wiki: { type: 'stdio', command: 'wiki' } },
  });
  assert.deepEqual(
    connectors.map(({ name }) => name),
    ['desk', 'wiki'],
  );
  assert.deepEqual(refused, [
    {
      name: 'desk',
      state: 'failed',
      reason: 'servers.desk: mcpServers has a server of this name too; give one of them another name',
    },
  ]);
});

test('a mistake refuses that server alone, and says what to do', () => {
  const reasonOf = (raw: unknown) => {
    const plan = read({ mcpServers: { good: { command: 'good' }, desk: raw } });
    assert.deepEqual(
      plan.connectors.map(({ name }) => name),
      ['good'],
    );
    return plan.refused[0]?.reason;
  };
  assert.equal(
    reasonOf({ command: 'desk', env: { A: `\${MISSING}`, B: `\${EMPTY}`, C: `\${MISSING}` } }),
    `mcpServers.desk needs MISSING, EMPTY, which the environment and .env don't have; set it, or write a default as in \${NAME:-default}`,
  );
  assert.equal(reasonOf({}), 'mcpServers.desk needs a command or a url');
  assert.equal(reasonOf({ type: 'stdio' }), 'mcpServers.desk.command: name the program that is the server');
  assert.equal(reasonOf({ url: 'ftp://desk' }), 'mcpServers.desk.url: must be an http or https address');
  assert.equal(
    reasonOf({ type: 'pipe' }),
    'mcpServers.desk.type: must be one of stdio, http, streamable-http, streamableHttp, sse',
  );
  assert.equal(reasonOf({ command: 'desk', args: 'all' }), 'mcpServers.desk.args: is not as other hosts write it');
  assert.equal(reasonOf('desk'), 'mcpServers.desk: is not as other hosts write it');
  assert.equal(
    read({ mcpServers: { 'My Desk': { command: 'desk' } } }).refused[0]?.reason,
    'mcpServers.My Desk: a name has up to 40 of a-z, 0-9, hyphen and underscore',
  );
});

test('a server may be disabled, and rules without a server are a mistake', () => {
  const rules = { desk: noRules, gone: noRules };
  assert.deepEqual(read({ mcpServers: { desk: { command: 'desk', disabled: true } }, connectors: rules }), {
    connectors: [],
    refused: [
      { name: 'desk', state: 'off', reason: 'mcpServers.desk: disabled in the configuration' },
      { name: 'gone', state: 'failed', reason: 'connectors.gone: there is no server of this name under mcpServers' },
    ],
  });
});

test('without a block of rules nobody may use a connector', () => {
  const [desk] = one({ command: 'desk' }).connectors;
  assert.deepEqual(desk?.access, { channels: [], groups: [], people: [] });
  assert.deepEqual(desk?.tools, { deny: [], trusted: false, approvers: [] });
  assert.deepEqual(desk?.limits, { connectMs: 30_000, idleMs: 60_000, callMs: 600_000, resultChars: 25_000 });
  assert.deepEqual([desk?.protocol, desk?.auth, desk?.card.operator], ['auto', 'none', '']);
});

test('a block of rules is taken over', () => {
  const connectors = rulesSchema.parse({
    desk: {
      card: { operator: 'ACME', location: 'Frankfurt', data: ['names'] },
      access: { channels: ['C0123'], groups: ['S0123'], people: ['U0123'] },
      tools: { allow: ['ticket_*'], deny: ['ticket_close'], trusted: true, approvers: ['it-leads'] },
      redact: [{ name: 'phone', pattern: '\\+\\d+' }],
      auth: 'person',
      resources: ['note://*'],
      limits: { connectSeconds: 5, idleSeconds: 10, callSeconds: 20, resultChars: 1000 },
      protocol: '2026-07-28',
    },
  });
  const [desk] = read({ mcpServers: { desk: { command: 'desk', timeout: 90 } }, connectors }).connectors;
  assert.ok(desk);
  const { transport: _, ...rest } = desk;
  assert.deepEqual(rest, {
    name: 'desk',
    card: { operator: 'ACME', location: 'Frankfurt', data: ['names'] },
    access: { channels: ['C0123'], groups: ['S0123'], people: ['U0123'] },
    tools: { allow: ['ticket_*'], deny: ['ticket_close'], trusted: true, approvers: ['it-leads'] },
    redact: [{ name: 'phone', pattern: '\\+\\d+' }],
    auth: 'person',
    resources: ['note://*'],
    limits: { connectMs: 5000, idleMs: 10_000, callMs: 20_000, resultChars: 1000 },
    protocol: '2026-07-28',
  });
});

test("a host's timeout means seconds below 1000, and milliseconds from there on", () => {
  const idle = (timeout: number) => one({ command: 'desk', timeout }).connectors[0]?.limits.idleMs;
  assert.deepEqual([idle(90), idle(120_000)], [90_000, 120_000]);
});
