import type { Records, SyncState } from '../../../records/records.ts';

/** What the bot knows at this moment that someone may read. */
export interface Knowledge {
  readonly documents: number;
  readonly passages: number;
  readonly sources: readonly SyncState[];
}

/** Of a source that holds nothing for these audience sets, not even the name is told. */
export async function readKnowledge(
  { documents, syncs }: Pick<Records, 'documents' | 'syncs'>,
  audienceKeys: readonly string[],
): Promise<Knowledge> {
  const [holdings, states] = await Promise.all([documents.holdings(audienceKeys), syncs.all()]);
  const held = new Map(holdings.map((holding) => [holding.source, holding]));
  return {
    documents: holdings.reduce((sum, each) => sum + each.documents, 0),
    passages: holdings.reduce((sum, each) => sum + each.passages, 0),
    sources: states
      .filter(({ source, documents: all }) => all === 0 || held.has(source))
      .map((state) => ({ ...state, documents: held.get(state.source)?.documents ?? 0 })),
  };
}

/** One line a fact, in plain text. `when` writes a moment in epoch milliseconds. */
export function describeKnowledge(knowledge: Knowledge, when: (at: number) => string): string[] {
  const { documents, passages, sources } = knowledge;
  if (documents === 0) return ['I have not read any policies yet.'];
  return [
    `I know ${count(documents, 'policy', 'policies')} in ${count(passages, 'passage')}.`,
    ...sources.map((source) => describeSource(source, when)),
  ];
}

function describeSource({ source, documents, readAt, failingSince }: SyncState, when: (at: number) => string): string {
  const read = readAt === undefined ? 'not read yet' : `read ${when(readAt)}`;
  const down =
    failingSince === undefined ? '' : `; it can’t be reached since ${when(failingSince)}, so this may be out of date`;
  return `${source}: ${count(documents, 'policy', 'policies')}, ${read}${down}`;
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}
