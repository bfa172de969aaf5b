import { z } from 'zod';
import type { Tool } from './tool.ts';

/** Calls one of the tools that find_tool found; it never runs itself, the named tool does in its place. */
export function createCallTool(tools: readonly Tool[]): Tool {
  const schema = z.strictObject({
    name: z.string().min(1).describe('The name of a tool that find_tool returned.'),
    input: z.record(z.string(), z.unknown()).describe('Its input, as find_tool described it.'),
  });
  const names = new Set(tools.map(({ name }) => name));
  return {
    name: 'call_tool',
    description: 'Calls a tool that find_tool returned.',
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
    effect: 'read',
    forwards: (given) => {
      const parsed = schema.safeParse(given);
      return parsed.success && names.has(parsed.data.name) ? parsed.data : undefined;
    },
    run: async () => [
      {
        type: 'text',
        text: 'There is no tool of this name: call find_tool, and give its name and an object as input.',
      },
    ],
  };
}
