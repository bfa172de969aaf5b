import { z } from 'zod';
import type { Passage, Version } from '../domain.ts';
import type { Records } from '../records/records.ts';
import { parseToolInput } from './parse-tool-input.ts';
import { toSearchResult, withWarning } from './search-result.ts';
import type { Tool, ToolContent, ToolContext } from './tool.ts';

export interface ReadPolicyDeps {
  readonly records: Pick<Records, 'documents'>;
  /** How much text one call returns at most, but always one passage; 6,000 unless told. */
  readonly maxChars?: number;
}

/** Reads a document on from a place in it, if the asker may read it and it is in force. */
export function createReadPolicy({ records, maxChars = 6000 }: ReadPolicyDeps): Tool {
  const { documents } = records;
  return {
    name: 'read_policy',
    description,
    inputSchema: z.toJSONSchema(inputSchema, { io: 'input' }),
    effect: 'read',
    run: async (input, context) => {
      const { document, section, from } = parseToolInput('read_policy', inputSchema, input);
      const version = await findVisible(documents, documentId(document), context);
      if (version === undefined) return [{ type: 'text', text: `There is no such document: ${documentId(document)}.` }];
      const passages = (await documents.passagesOf(version.id)).filter((passage) => passage.text.trim() !== '');
      const start = startOf(passages, from, section);
      if (start === undefined) return [{ type: 'text', text: nothingThere(passages, from, section) }];
      return withWarning(page(version, passages.slice(start), maxChars));
    },
  };
}

const description = `Reads a policy in its own order, from the beginning, from a section or from a passage on.
Call it when search_policies found the right document and the passages leave out what comes before or after: conditions, exceptions, definitions, the rest of a list or table.
Don't call it to look for something: search_policies does that. Don't guess document ids: take them from a search result's source.`;

const inputSchema = z.strictObject({
  document: z
    .string()
    .trim()
    .min(1, 'must not be empty: give the id between policy:// and @ of a search result’s source')
    .max(1000)
    .describe("The document's id, which stands in a search result's source between policy:// and @."),
  section: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .describe('Start at the first section whose heading contains this.')
    .optional(),
  from: z
    .number()
    .int()
    .min(0)
    .describe("Start at this passage: the number after # in a result's source, or the one named where reading stopped.")
    .optional(),
});

/** Models hand over the whole source as well. */
function documentId(value: string): string {
  return value.replace(/^policy:\/\//, '').replace(/@\d+(?:#\d+)?$/, '');
}

async function findVisible(
  documents: Records['documents'],
  id: string,
  { viewer, filter = [] }: ToolContext,
): Promise<Version | undefined> {
  const archive = await documents.needsArchive(viewer.on);
  const ids = await documents.matching([...filter, { field: 'document', op: '=', value: id }], { archive });
  const usable = await documents.usable(ids, viewer.on);
  const readable = await documents.readable([...usable], viewer.audienceKeys);
  return [...(await documents.versions([...readable])).values()][0];
}

function startOf(passages: readonly Passage[], from = 0, section?: string): number | undefined {
  const sought = section?.toLowerCase();
  const index = passages.findIndex(
    ({ n, headings }) =>
      n >= from && (sought === undefined || headings.some((heading) => heading.toLowerCase().includes(sought))),
  );
  return index < 0 ? undefined : index;
}

function nothingThere(passages: readonly Passage[], from?: number, section?: string): string {
  const headings = [...new Set(passages.flatMap((passage) => passage.headings))].slice(0, 50);
  if (section !== undefined && headings.length > 0) {
    return `No section matches "${section}". The sections are: ${headings.join('; ')}.`;
  }
  return `There is nothing ${from === undefined ? 'there' : `from passage ${from} on`}: the document has ${passages.length} passages.`;
}

function page(version: Version, passages: readonly Passage[], maxChars: number): ToolContent[] {
  const content: ToolContent[] = [];
  let chars = 0;
  for (const passage of passages) {
    chars += passage.text.length;
    if (content.length > 0 && chars > maxChars) {
      content.push({ type: 'text', text: `The document goes on: read on with from: ${passage.n}.` });
      break;
    }
    content.push(toSearchResult(version, passage));
  }
  return content;
}
