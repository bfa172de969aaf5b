import { createAnswerQuestion } from '../../../src/answer/answer-question.ts';
import { everyone } from '../../../src/audience.ts';
import type { Answer } from '../../../src/domain.ts';
import { silentLog } from '../../../src/log.ts';
import { createSearchPolicies } from '../../../src/tools/search-policies.ts';
import { startModel } from '../../models/start-model.ts';
import { createConversations, createLedger } from '../memory-records.ts';
import { createHandbook } from '../small-handbook.ts';
import type { AdversaryCase } from './cases.ts';

export interface Judged {
  readonly case: AdversaryCase;
  readonly posted: boolean;
  /** Every number in the posted text leads to a quote that is shown with it. */
  readonly isShown: boolean;
}

/** Asks a question for each case, with a model on the strict fake that says what the case says, also when asked again. */
export async function judgeCases(
  t: { after(run: () => Promise<void>): void },
  cases: readonly AdversaryCase[],
): Promise<Judged[]> {
  const { fake, model } = await startModel(t);
  const { documents, library } = createHandbook([]);
  let current: AdversaryCase | undefined;
  const stored = () => new Map((current?.passages ?? []).map((entry) => [entry.passage.id, entry]));
  fake.respondWith(({ searchResults }) =>
    searchResults.length === 0
      ? { content: [{ type: 'tool_use', name: 'search_policies', input: { query: 'the rule' } }] }
      : { content: (current?.content ?? []).map((block) => ({ ...block })) },
  );
  const answering = createAnswerQuestion({
    model,
    tools: [
      createSearchPolicies({
        library: {
          ...library,
          search: async () => ({
            hits: (current?.passages ?? []).map(({ passage, version }) => ({ passage, version, score: 1 })),
            coverage: 1,
            rarity: new Map(),
            passages: 0,
            usedVectors: false,
          }),
        },
        contextChars: 20_000,
      }),
    ],
    records: {
      documents: {
        ...documents,
        passages: async () => new Map([...stored()].map(([id, { passage }]) => [id, passage])),
        versions: async () => new Map([...stored().values()].map(({ version }) => [version.id, version])),
        usable: async (ids) => new Set(ids),
        readable: async (ids) => new Set(ids),
      },
      conversations: createConversations(new Map()),
      answers: {
        put: async () => {},
        get: async () => undefined,
        list: async () => [],
        count: async () => ({}),
        citations: async () => new Map(),
      },
      ledger: createLedger(new Map()),
    },
    library,
    newId: () => 'answer',
    now: Date.now,
    log: silentLog,
  });
  const judged: Judged[] = [];
  for (const [n, each] of cases.entries()) {
    current = each;
    const question = {
      text: each.question ?? 'What does the rule say?',
      viewer: { audienceKeys: [everyone], on: '2026-11-30' },
      conversation: `C${n}`,
    };
    const answer = await answering.ask(question, { signal: new AbortController().signal });
    judged.push({ case: each, posted: answer.status === 'answered', isShown: showsQuotes(answer) });
  }
  return judged;
}

function showsQuotes({ text, citations }: Answer): boolean {
  const numbers = [...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n));
  return (
    numbers.length > 0 && numbers.every((n) => (citations.find((citation) => citation.n === n)?.quote ?? '') !== '')
  );
}
