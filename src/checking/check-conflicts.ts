import { findPairs, type Pair } from '../conflicts/find-pairs.ts';
import { findLine } from './find-line.ts';
import { applicabilityOf, type CheckContext, type CheckedDocument, type Finding } from './finding.ts';

const differing: Readonly<Record<Pair<unknown>['kind'], string>> = {
  number: 'gives another number than',
  date: 'gives another date than',
  permission: 'permits, forbids or requires something else than',
};

/** Sentences that state the same rule differently, in documents that may be in force at the same time. */
export function checkConflicts({ documents, today }: CheckContext): Finding[] {
  const sentences = documents.filter((document) => isInForce(document, today)).flatMap(sentencesOf);
  return findPairs(sentences).map(({ kind, first, second }): Finding => {
    const there = findLine(second.in, second.text);
    const here = findLine(first.in, first.text);
    const place = there === undefined ? second.document : `${second.document}:${there}`;
    return {
      path: first.document,
      ...(here === undefined ? {} : { line: here }),
      severity: 'warning',
      check: 'conflict',
      message: `${differing[kind]} ${place}: “${short(first.text)}” and “${short(second.text)}”`,
    };
  });
}

/** What was and what is to come may differ from what is. */
function isInForce({ metadata: { status, effectiveFrom, effectiveTo, supersededBy } }: CheckedDocument, today: string) {
  const begins = effectiveFrom === undefined || effectiveFrom <= today;
  const lasts = effectiveTo === undefined || effectiveTo > today;
  return status === 'active' && supersededBy === undefined && begins && lasts;
}

function sentencesOf(document: CheckedDocument) {
  const { metadata, path, text } = document;
  const about = { document: path, title: metadata.title, applies: applicabilityOf(document), in: document };
  return document.passages.flatMap(({ start, headings, lead, sentences }) =>
    sentences.map((span) => ({
      ...about,
      headings,
      ...(lead === undefined ? {} : { lead }),
      text: text.slice(start + span.start, start + span.end),
    })),
  );
}

const mostChars = 160;

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= mostChars ? line : `${line.slice(0, mostChars).toWellFormed()}…`;
}
