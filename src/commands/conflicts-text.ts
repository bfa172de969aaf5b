import type { ClausePlace, LibraryConflict } from '../conflicts/library-conflicts.ts';

const kinds: Readonly<Record<LibraryConflict['kind'], string>> = {
  number: 'Different numbers',
  date: 'Different dates',
  permission: 'Permitted here, forbidden or required there',
};

const reasons = { newer: 'it is newer', specific: 'it is more specific' } as const;

/** Pairs one below the other, each clause with its place and dates. */
export function conflictsText(conflicts: readonly LibraryConflict[], total: number): string {
  if (total === 0) return 'No contradictions were found between the policies in force today.\n';
  const blocks = conflicts.map((conflict, i) => {
    const { kind, first, second, counts } = conflict;
    const winner = counts && (counts.winner === 'first' ? first : second);
    const advice = winner && counts ? `   By precedence ${winner.title} counts: ${reasons[counts.rule]}.` : undefined;
    return [`${i + 1}. ${kinds[kind]}`, ...clause(first), ...clause(second), ...(advice ? [advice] : [])].join('\n');
  });
  const more = total > conflicts.length ? ` ${conflicts.length} of them are shown: --limit shows more.` : '';
  const sum = `${total} suspected ${total === 1 ? 'contradiction' : 'contradictions'}.${more}`;
  return `${[...blocks, sum].join('\n\n')}\n`;
}

function clause({ document, title, section, page, since, owner, text }: ClausePlace): string[] {
  const place = [title, section, page === undefined ? '' : `page ${page}`].filter(Boolean).join(' › ');
  const facts = [since === undefined ? 'without a date' : `since ${since}`, owner].filter(Boolean).join(', ');
  return [`   ${place} (${document}; ${facts})`, `     “${text.replace(/\s+/g, ' ').trim()}”`];
}
