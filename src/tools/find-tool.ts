import { z } from 'zod';
import { wordStem } from '../word-stem.ts';
import { parseToolInput } from './parse-tool-input.ts';
import type { Tool } from './tool.ts';

const shown = 6;

/** Searches the tools that are too many to be declared, and gives the definitions of those that fit best. */
export function createFindTool(tools: readonly Tool[]): Tool {
  const schema = z.strictObject({
    query: z
      .string()
      .trim()
      .min(1, 'must not be empty: say what is to be done')
      .max(500)
      .describe('What is to be done, in a few English words, such as: open a ticket.'),
  });
  const connectors = [...new Set(tools.flatMap(({ outside }) => outside?.connector ?? []))].sort();
  const indexed = tools.map((tool) => ({
    tool,
    words: stemsOf(`${tool.name} ${tool.title ?? ''} ${tool.description}`),
  }));
  return {
    name: 'find_tool',
    description: `Searches ${tools.length} more tools, of the systems ${connectors.join(', ')}, and returns the definitions of those that fit best. Call it when something is asked that the policies can't tell or that must be done in one of these systems. Then call what fits with call_tool.`,
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
    effect: 'read',
    run: async (given) => {
      const { query } = parseToolInput('find_tool', schema, given);
      const wanted = stemsOf(query);
      const found = indexed
        .map(({ tool, words }) => ({ tool, score: scoreOf(wanted, words, indexed) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
        .slice(0, shown);
      if (found.length === 0) return [{ type: 'text', text: 'No tool fits. Try other words once, or go on without.' }];
      return found.map(({ tool: { name, description, inputSchema } }) => ({
        type: 'text',
        text: JSON.stringify({ name, description, input: inputSchema }),
      }));
    },
  };
}

/** Words that few tools have tell more. */
function scoreOf(wanted: Set<string>, words: Set<string>, all: readonly { readonly words: Set<string> }[]): number {
  let score = 0;
  for (const word of wanted) {
    if (words.has(word)) score += Math.log(1 + all.length / all.filter((each) => each.words.has(word)).length);
  }
  return score;
}

function stemsOf(text: string): Set<string> {
  const words =
    text
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return new Set(words.map(wordStem));
}
