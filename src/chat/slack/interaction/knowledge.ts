import type { Records, SyncState } from '../../../records/records.ts';

/** What the bot knows at this moment. */
export interface Knowledge {
  readonly documents: number;
  readonly passages: number;
  /** Files that can't be read. */
  readonly failures: number;
  readonly sources: readonly SyncState[];
}

export async function readKnowledge(records: Pick<Records, 'documents' | 'syncs'>): Promise<Knowledge> {
  const [counts, sources] = await Promise.all([records.documents.counts(), records.syncs.all()]);
  return { ...counts, sources };
}

/** One line a fact, in plain text. `when` writes a moment in epoch milliseconds. */
export function describeKnowledge(knowledge: Knowledge, when: (at: number) => string): string[] {
  const { documents, passages, failures, sources } = knowledge;
  if (documents === 0) return ['I have not read any policies yet.'];
  const unread = failures === 0 ? [] : [`${count(failures, 'file')} could not be read; \`bylaw index\` names them.`];
  return [
    `I know ${count(documents, 'policy', 'policies')} in ${count(passages, 'passage')}.`,
    ...sources.map((source) => describeSource(source, when)),
    ...unread,
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
