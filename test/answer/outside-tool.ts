import type { OutsideTool, Tool, ToolContext } from '../../src/tools/tool.ts';
import { quoteUntrusted } from '../../src/untrusted-text.ts';
import { text } from './loop-world.ts';

/** What reached another system. */
export interface Call {
  readonly tool: string;
  readonly input: unknown;
  readonly agreedBy: string | undefined;
}

/** A tool of another system, which reads unless told; its calls are noted. */
export function outside(
  connector: string,
  name: string,
  calls: Call[],
  more: Partial<Tool> = {},
  at: Partial<OutsideTool> = {},
) {
  const tool: Tool = {
    ...{ name: `mcp__${connector}__${name}`, title: `${name} (${connector})`, description: `Does ${name}.` },
    ...{ inputSchema: { type: 'object' }, effect: 'read' },
    outside: {
      ...{ connector, recipient: `${connector}, run by Acme`, pin: `${connector} ${name} 1`, isOpenWorld: false },
      prepare: (input) => JSON.parse(JSON.stringify(input).replaceAll('ada@acme.de', '[email]')),
      ...at,
    },
    run: async (input, { agreedBy }: ToolContext) => {
      calls.push({ tool: `${connector}.${name}`, input, agreedBy });
      return [text(quoteUntrusted(`Result of ${name}`, `${name} says hello`))];
    },
    ...more,
  };
  return tool;
}
