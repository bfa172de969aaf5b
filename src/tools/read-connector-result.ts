import { z } from 'zod';
import type { ConnectorRecords } from '../records/records.ts';
import { quoteUntrusted } from '../untrusted-text.ts';
import { parseToolInput } from './parse-tool-input.ts';
import type { Tool } from './tool.ts';

const maxChars = 20_000;

/** Gives more of a result that was too long, to whom it was given, where it was given. */
export function createReadConnectorResult(records: Pick<ConnectorRecords, 'result'>): Tool {
  const schema = z.strictObject({
    id: z.string().min(1).describe('The id that stands where characters were left out of a result.'),
    from: z.number().int().min(0).default(0).describe('The first character to give, from 0.'),
  });
  return {
    name: 'read_connector_result',
    description: `Returns up to ${maxChars} characters of a result that was too long to be given whole. Call it only if what was left out is needed.`,
    inputSchema: z.toJSONSchema(schema, { io: 'input' }),
    effect: 'read',
    run: async (given, { viewer }) => {
      const { id, from } = parseToolInput('read_connector_result', schema, given);
      const kept = await records.result(id);
      if (kept === undefined || kept.person !== viewer.person || kept.place !== viewer.place)
        return [{ type: 'text', text: `There is no result ${id} here: it may have been erased.` }];
      const part = kept.text.slice(from, from + maxChars).toWellFormed();
      const head = `Characters ${from} to ${from + part.length} of ${kept.text.length} of a connector's result`;
      return [{ type: 'text', text: quoteUntrusted(head, part) }];
    },
  };
}
