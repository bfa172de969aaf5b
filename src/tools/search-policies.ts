import { z } from 'zod';
import type { FilterField, FilterTerm } from '../domain.ts';
import type { Library, SearchHit } from '../library/library.ts';
import type { DocumentRecords } from '../records/records.ts';
import { type PackedPassage, packPassages } from './pack-passages.ts';
import { parseToolInput } from './parse-tool-input.ts';
import { toSearchResult, withWarning } from './search-result.ts';
import type { Tool, ToolContent } from './tool.ts';

export interface SearchPoliciesDeps {
  readonly library: Library;
  /** Where the rest of a cut table or list is read; without it passages stay as they were cut. */
  readonly documents?: Pick<DocumentRecords, 'passagesOf'>;
  /** How much text one search returns at most, unless `minPassages` need more; 6,000 unless told. */
  readonly contextChars?: number;
  /** 3 unless told. */
  readonly minPassages?: number;
}

/** Finds the passages that fit a question, the best first, among those that the asker may read today. */
export function createSearchPolicies(deps: SearchPoliciesDeps): Tool {
  const { library, documents, contextChars = 6000, minPassages = 3 } = deps;
  return {
    name: 'search_policies',
    description,
    inputSchema: z.toJSONSchema(inputSchema, { io: 'input' }),
    effect: 'read',
    run: async (input, { viewer, filter = [], signal }) => {
      const { query, ...fields } = parseToolInput('search_policies', inputSchema, input);
      const { hits } = await library.search({
        text: query,
        limit: Math.max(minPassages, Math.ceil(contextChars / shortPassageChars)),
        audienceKeys: viewer.audienceKeys,
        on: viewer.on,
        // Terms on the same field are alternatives, so that one more would let in what the question must not see.
        filter: [...filter, ...toTerms(fields).filter(({ field }) => !filter.some((term) => term.field === field))],
        signal,
      });
      const packed = await packPassages(hits, { contextChars, minPassages }, documents?.passagesOf);
      return withWarning(toContent(packed, hits, Object.keys(fields).length > 0));
    },
  };
}

const description = `Searches the company's policies and returns the passages that fit best, best first, each with its title, headings, version and, where limited, the country it applies in.
Call it before answering any question about rules, benefits, procedures, deadlines, amounts or responsibilities, also when you believe you know the answer and also for follow-up questions. Call it again with other words (synonyms, the policy's own terms) when the first passages don't hold the answer, and once for each part of a question that asks for several things.
Don't call it for greetings or thanks, and don't repeat a search that you already made. To read on around a passage, call read_policy instead.
Leave the filters out unless the question itself limits them: a wrong filter hides the right passage.`;

const day = (what: string) => z.iso.date('must be a day such as 2026-01-31').describe(what).optional();
const text = (what: string) => z.string().trim().min(1).max(200).describe(what).optional();

const inputSchema = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, 'must not be empty: give the words that the policy would use')
    .max(1000, 'must be at most 1000 characters: give only the words that matter')
    .describe('What to look for, in the words a policy would use. Keep names of countries, plans and roles.'),
  country: z
    .string()
    .trim()
    .regex(/^[A-Za-z]{2}$/, 'must be a two-letter ISO 3166 code such as DE or US')
    .describe(
      'Only what applies in this country: two-letter ISO 3166 code. Documents that apply everywhere are included.',
    )
    .optional(),
  type: text('Only documents of this type, such as policy or procedure.'),
  owner: text('Only documents that this team or person owns.'),
  author: text('Only documents by this author.'),
  audience: text('Only documents written for this group. It never shows more than the asker may read.'),
  tag: text('Only documents with this tag.'),
  title: text('Only documents whose title contains this.'),
  document: text('Only this document: its id, which stands in a result’s source between policy:// and @.'),
  updated_from: day('Only documents updated on this day or later.'),
  updated_to: day('Only documents updated on this day or earlier.'),
  effective_from: day('Only documents in force since this day or later.'),
  effective_to: day('Only documents in force since this day or earlier.'),
  review_from: day('Only documents due for review on this day or later.'),
  review_to: day('Only documents due for review on this day or earlier.'),
});

/** Few passages are shorter than this; more hits than fit cost nothing. */
const shortPassageChars = 100;

type Fields = Omit<z.output<typeof inputSchema>, 'query'>;

function toTerms(fields: Fields): FilterTerm[] {
  return Object.entries(fields).flatMap(([name, value]): FilterTerm[] => {
    if (value === undefined) return [];
    const [, field, end] = /^(.*?)(?:_(from|to))?$/.exec(name) ?? [];
    const op = end === 'from' ? '>=' : end === 'to' ? '<=' : '=';
    return [{ field: field as FilterField, op, value: field === 'country' ? value.toUpperCase() : value }];
  });
}

function toContent(packed: readonly PackedPassage[], hits: readonly SearchHit[], filtered: boolean): ToolContent[] {
  if (packed.length > 0) {
    const results = packed.map(({ version, passage }) => toSearchResult(version, passage));
    const copies = hits.flatMap((hit) => copiesOf(hit, packed));
    return copies.length === 0 ? results : [...results, { type: 'text', text: copies.join('\n') }];
  }
  const advice = filtered ? 'Try without the filters, or with other words.' : 'Try other words.';
  return [{ type: 'text', text: `No passage was found. ${advice}` }];
}

function copiesOf({ passage, copies = [] }: SearchHit, packed: readonly PackedPassage[]): string[] {
  if (copies.length === 0 || !packed.some((each) => each.passage.id === passage.id)) return [];
  const places = copies.map((copy) => `policy://${copy.passage.id}`);
  return [`policy://${passage.id} says the same as ${places.join(', ')}.`];
}
