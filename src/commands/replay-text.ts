import { type AnswerChange, type CitationChange, type CitedPlace, isSameAnswer } from '../answer/compare-answers.ts';
import type { Replay } from '../answer/replay-answer.ts';
import { versionFacts } from '../citation-facts.ts';

/** What changed, as lines for a terminal: sentences with `-` and `+`, then what is cited. */
export function replayText({ question, before, now, change, days, audienceKeys, earlierTurns }: Replay): string {
  const then = days.before === undefined ? 'a day that is not known any more' : days.before;
  const models = before.model === now.model ? before.model : `${before.model}, now ${now.model}`;
  return [
    question,
    `Rules of ${then}, now of ${days.now}; audiences: ${audienceKeys.join(', ')}; written by ${models}. ${afterWhat(earlierTurns)}`,
    ...(now.notice === undefined ? [] : [now.notice]),
    '',
    ...(isSameAnswer(change) ? ['Nothing changed.', ''] : []),
    ...statusLine(change),
    ...change.sentences.map(({ kind, text }) => `${signs[kind]} ${text}`),
    ...(change.citations.length === 0 ? [] : ['', ...change.citations.map(citationLine)]),
  ].join('\n');
}

function afterWhat(earlierTurns: number | undefined): string {
  if (earlierTurns === undefined) return 'What was said before it is not kept, so it was asked by itself.';
  if (earlierTurns === 0) return 'It was the first question of its conversation, as then.';
  return `Asked after ${earlierTurns} earlier question${earlierTurns === 1 ? '' : 's'}, as then.`;
}

const signs = { same: ' ', gone: '-', new: '+' } as const;

function statusLine({ status }: AnswerChange): string[] {
  return status === undefined ? [] : [`Status: ${status.before}, now ${status.now}.`, ''];
}

function citationLine({ kind, document, section, before, now }: CitationChange): string {
  const place = section === '' ? document : `${document}, ${section}`;
  switch (kind) {
    case 'same':
      return `  ${place} (${versionOf(document, now)}): cited as before`;
    case 'version':
      return `~ ${place}: the same words, in ${versionOf(document, now)}, instead of version ${before?.version}`;
    case 'words':
      return `~ ${place}: “${before?.quote}” is now “${now?.quote}” (version ${before?.version}, now ${now?.version})`;
    case 'lost':
      return `- ${place} (${versionOf(document, before)}): no longer cited`;
    case 'gained':
      return `+ ${place} (${versionOf(document, now)}): newly cited`;
  }
}

function versionOf(document: string, cited: CitedPlace | undefined): string {
  return cited === undefined ? '' : versionFacts({ ...cited, document }).join(', ');
}
