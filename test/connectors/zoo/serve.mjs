// A bare MCP server over standard input and output, on no SDK, so that each animal can misbehave as it likes.
import process from 'node:process';

/** `tools` are by name: `{ definition, run(input, context) }`; `on` replaces the answer to a method. */
export function serve({
  tools = {},
  on = {},
  version = '2025-11-25',
  capabilities = { tools: { listChanged: true } },
}) {
  const waiting = new Map();
  const heard = [];
  let nextId = 1;
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const context = {
    heard,
    notify: (method, params = {}) => send({ method, params }),
    ask: (method, params) =>
      new Promise((resolve) => {
        const id = `ask-${nextId++}`;
        waiting.set(id, resolve);
        send({ id, method, params });
      }),
  };
  const usual = {
    initialize: () => ({ protocolVersion: version, capabilities, serverInfo: { name: 'zoo', version: '1' } }),
    ping: () => ({}),
    'tools/list': () => ({
      tools: Object.entries(tools).map(([name, { definition }]) => ({
        name,
        inputSchema: { type: 'object' },
        ...definition,
      })),
    }),
    'tools/call': (params, progress) => tools[params.name].run(params.arguments, { ...context, progress }),
  };
  const answers = { ...usual, ...on };

  async function receive(message) {
    if (message.method === undefined) {
      waiting.get(message.id)?.(message);
      return;
    }
    heard.push({ method: message.method, params: message.params });
    if (message.id === undefined) return;
    const answer = answers[message.method];
    if (answer === undefined) {
      send({ id: message.id, error: { code: -32601, message: 'Method not found' } });
      return;
    }
    const token = message.params?._meta?.progressToken;
    const progress = (done) => context.notify('notifications/progress', { progressToken: token, progress: done });
    const result = await answer(message.params ?? {}, progress);
    if (result !== undefined) send({ id: message.id, result });
  }

  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.trim() !== '') void receive(JSON.parse(line));
  });
}

export const text = (words) => ({ content: [{ type: 'text', text: words }] });
export const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
