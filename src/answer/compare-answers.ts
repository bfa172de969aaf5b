import type { Answer, Citation } from '../domain.ts';
import { splitSentences } from '../sentences.ts';

export interface AnswerChange {
  readonly status?: { readonly before: Answer['status']; readonly now: Answer['status'] };
  /** Sentences in their order: `same` in both, `gone` from the earlier answer, `new` in the present one. */
  readonly sentences: readonly { readonly kind: 'same' | 'gone' | 'new'; readonly text: string }[];
  readonly citations: readonly CitationChange[];
}

/** `version`: the same words in another version of the document; `words`: other words of the same section. */
export interface CitationChange {
  readonly kind: 'same' | 'gained' | 'lost' | 'version' | 'words';
  readonly document: string;
  readonly section: string;
  readonly before?: CitedPlace;
  readonly now?: CitedPlace;
}

export interface CitedPlace extends Pick<Citation, 'effective' | 'until'> {
  readonly version: number;
  readonly quote: string;
}

/** What changed from one answer to another to the same question. */
export function compareAnswers(before: Answer, now: Answer): AnswerChange {
  return {
    ...(before.status === now.status ? {} : { status: { before: before.status, now: now.status } }),
    sentences: compareSentences(sentencesOf(before.text), sentencesOf(now.text)),
    citations: compareCitations(before.citations, now.citations),
  };
}

export function isSameAnswer({ status, sentences, citations }: AnswerChange): boolean {
  return status === undefined && [...sentences, ...citations].every(({ kind }) => kind === 'same');
}

/** Without the numbers of citations, which are compared by themselves. */
function sentencesOf(text: string): string[] {
  const plain = text.replace(/ ?(?:\[\d+\])+/g, '');
  return splitSentences(plain)
    .map(({ start, end }) => plain.slice(start, end).replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}

/** By the longest common subsequence; answers are short. */
function compareSentences(before: readonly string[], now: readonly string[]): AnswerChange['sentences'] {
  const common: number[][] = Array.from({ length: before.length + 1 }, () => Array(now.length + 1).fill(0));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (row) row[j] = before[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const changes: { kind: 'same' | 'gone' | 'new'; text: string }[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < now.length) {
    const [old, next] = [before[i], now[j]];
    if (old !== undefined && old === next) {
      changes.push({ kind: 'same', text: old });
      i += 1;
      j += 1;
    } else if (next === undefined || (old !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      changes.push({ kind: 'gone', text: old ?? '' });
      i += 1;
    } else {
      changes.push({ kind: 'new', text: next });
      j += 1;
    }
  }
  return changes;
}

function compareCitations(before: readonly Citation[], now: readonly Citation[]): CitationChange[] {
  const left = [...now];
  const take = (fits: (citation: Citation) => boolean): Citation | undefined => {
    const index = left.findIndex(fits);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const same = (a: Citation) => take((b) => a.document === b.document && oneLine(a.quote) === oneLine(b.quote));
  const exact = before.map((citation) => ({ citation, found: same(citation) }));
  const changes = exact.map(({ citation, found }): CitationChange => {
    const { document, section, version } = citation;
    const about = { document, section, before: placeOf(citation) };
    if (found !== undefined)
      return { ...about, kind: found.version === version ? 'same' : 'version', now: placeOf(found) };
    const near = take((other) => other.document === document && other.section === section);
    return near === undefined ? { ...about, kind: 'lost' } : { ...about, kind: 'words', now: placeOf(near) };
  });
  const gained = left.map(
    (citation): CitationChange => ({
      ...{ kind: 'gained', document: citation.document, section: citation.section },
      now: placeOf(citation),
    }),
  );
  return [...changes, ...gained];
}

function placeOf({ version, quote, effective, until }: Citation): CitedPlace {
  return {
    ...{ version, quote: oneLine(quote) },
    ...(effective === undefined ? {} : { effective }),
    ...(until === undefined ? {} : { until }),
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
