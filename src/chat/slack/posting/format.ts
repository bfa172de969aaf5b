import { versionFacts } from '../../../citation-facts.ts';
import { dayInWords } from '../../../days.ts';
import type { Answer, Citation, ClosePassage, IsoDate } from '../../../domain.ts';
import { inOneLine } from '../../../one-line.ts';
import { formatApproval } from './approval-card.ts';
import { answerButtons } from './buttons.ts';
import { clauseUnits } from './cards.ts';
import { choiceBlocks } from './choice-buttons.ts';
import { formatElicitation } from './elicitation-card.ts';
import { escapeMarkdown } from './markdown.ts';
import { toMrkdwn } from './mrkdwn.ts';
import { fits, markdownUnit, maxPart, packParts, type SlackPart, type Unit } from './parts.ts';
import { placeMarkdown } from './place.ts';
import { splitText } from './split.ts';
import { textUnits } from './tables.ts';
import { escapeInline } from './text.ts';

const closestShown = 3;
const excerptChars = 240;

/** What else there is to tell with an answer. */
export interface AnswerSurroundings {
  /** The day of the last complete reading of all sources; absent if there was none. */
  readonly indexedOn?: IsoDate | undefined;
  /** For an answer that only the asker sees: whether to offer that the channel sees it. */
  readonly mayShare?: boolean;
  /** Set where the question stands nowhere that readers could see. */
  readonly question?: string | undefined;
}

/**
 * The messages that show an answer: its text, the numbered sources with links, a card for each cited clause, and what
 * can be done with it. Sources and buttons stand on the last; each request for approval, and each question of another system, has a message of its own after
 * it. At least one.
 */
export function formatAnswer(
  answer: Answer,
  unreadFiles: readonly string[],
  { indexedOn, mayShare = false, question }: AnswerSurroundings = {},
): SlackPart[] {
  const asked = question === undefined ? '' : `> ${escapeInline(question)}\n\n`;
  const text = textUnits(`${asked}${escapeMarkdown(answer.text)}`);
  const links = units(sources(answer.citations));
  const clauses = clauseUnits(answer.citations);
  const foot = [
    ...units([closest(answer), notes(answer, unreadFiles)].filter((each) => each !== '').join('\n\n')),
    ...indexed(answer, indexedOn),
    { blocks: choiceBlocks(answer), markdown: '' },
    answerButtons(answer, { mayShare }),
  ].filter(({ blocks }) => blocks.length > 0);
  const whole = [...links, ...clauses, ...foot];
  const body = [...text, ...remarks(answer)].map((unit) => [unit]);
  const groups = fits(whole) ? [whole] : [...clauses.map((unit) => [unit]), [...links, ...foot]];
  const approvals = (answer.approvals ?? []).flatMap((request) => formatApproval(answer.id, request));
  const elicitations = (answer.elicitations ?? []).map((each) => formatElicitation(answer.id, each));
  return [...packParts(answer.id, [...body, ...groups]), ...approvals, ...elicitations];
}

function units(markdown: string): Unit[] {
  return splitText(markdown, maxPart).map((piece) => markdownUnit(piece));
}

function sources(citations: readonly Citation[]): string {
  if (citations.length === 0) return '';
  return `**Sources**\n\n${citations.map(source).join('\n')}`;
}

function source(citation: Citation): string {
  const { n, page } = citation;
  const facts = [placeMarkdown(citation), page === undefined ? '' : `page ${page}`, ...versionFacts(citation)];
  return `- [${n}] ${facts.filter((fact) => fact !== '').join(', ')}`;
}

function closest({ status, passages }: Answer): string {
  if (status !== 'not_found' || passages.length === 0) return '';
  return `**The closest passages**\n\n${passages.slice(0, closestShown).map(excerpt).join('\n')}`;
}

function excerpt(passage: ClosePassage): string {
  const line = inOneLine(passage.text);
  const short = line.length > excerptChars ? `${splitText(line, excerptChars)[0]} …` : line;
  return `- ${placeMarkdown(passage)}${passage.page === undefined ? '' : `, page ${passage.page}`}: ${escapeInline(short)}`;
}

/** Markdown, each in a block that stands back behind the answer. */
function remarks({ remarks: told = [] }: Answer): Unit[] {
  return told.map((remark) => {
    const markdown = escapeMarkdown(remark.replace(/\s+/g, ' '));
    return { blocks: [{ type: 'context', elements: [{ type: 'mrkdwn', text: toMrkdwn(markdown) }] }], markdown };
  });
}

function notes({ notice }: Answer, unreadFiles: readonly string[]): string {
  const files = unreadFiles.map((name) => `“${escapeInline(name)}”`).join(', ');
  return [
    notice === undefined ? '' : `_${escapeInline(notice)}_`,
    files === '' ? '' : `_I have not read what you attached: ${files}._`,
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function indexed({ status }: Answer, day: IsoDate | undefined): Unit[] {
  if (day === undefined || (status !== 'answered' && status !== 'not_found')) return [];
  const text = `Indexed as of ${dayInWords(day)}`;
  return [{ blocks: [{ type: 'context', elements: [{ type: 'mrkdwn', text }] }], markdown: `_${text}_` }];
}
