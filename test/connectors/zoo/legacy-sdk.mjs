// A server on the SDK before this one, which speaks the older revisions.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'legacy', version: '1' });
server.registerTool('greet', { inputSchema: { name: z.string() } }, async ({ name }) => ({
  content: [{ type: 'text', text: `hello ${name}` }],
}));
server.registerTool('ask', {}, async () => {
  const requestedSchema = { type: 'object', properties: { colour: { type: 'string', default: 'red' } } };
  const answer = await server.server.elicitInput({ message: 'Which?', requestedSchema });
  return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
});
await server.connect(new StdioServerTransport());
