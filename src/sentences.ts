import type { Span } from './domain.ts';
import { fenceMarks, isListItem, isTableDelimiter, isTableRow } from './line-kinds.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Sentences of a Markdown or plain text, in order, as spans without surrounding whitespace.
 * A heading or table row is one sentence; a list item shares none with its neighbours and keeps its marker; lines
 * without words (a table's delimiter row, a rule, a fence) belong to none. Linear in the length of the text.
 */
export function splitSentences(text: string): Span[] {
  // A line break inside a paragraph ends no sentence. Replacing it by one space keeps every offset.
  const flat = text.replace(/[\r\n]/g, ' ');
  const spans: Span[] = [];
  for (const block of blocksOf(text)) {
    if (blank.test(flat.slice(block.start, block.end))) continue;
    for (const part of block.whole ? [block] : sentencesIn(flat, block)) {
      const sentence = trim(flat, part);
      if (sentence.end > sentence.start && !wordless.test(flat.slice(sentence.start, sentence.end))) {
        spans.push(sentence);
      }
    }
  }
  return spans;
}

const wordless = /^[\s|:=~`_*+>#-]+$/;
const blank = /^[\s>]*$/;
const heading = /^[ \t>]*#{1,6}(?:[ \t]|$)/;

interface Block extends Span {
  /** A cell or a heading says nothing without the rest of its line. */
  readonly whole: boolean;
}

/** Stretches that no sentence crosses: paragraphs, list items, headings, table rows. */
function* blocksOf(text: string): Generator<Block> {
  let start = 0;
  let position = 0;
  let inTable = false;
  let whole = false;
  let alone = false;
  for (const line of text.split('\n')) {
    const isBlank = blank.test(line);
    inTable = isTableDelimiter(line) || (inTable && !isBlank && line.includes('|'));
    const wholeLine = inTable || isTableRow(line) || heading.test(line);
    const aloneLine = wholeLine || isBlank || fenceMarks(line) !== undefined || wordless.test(line);
    if (alone || aloneLine || isListItem(line)) {
      yield { start, end: position, whole };
      start = position;
    }
    whole = wholeLine;
    alone = aloneLine;
    position += line.length + 1;
  }
  yield { start, end: text.length, whole };
}

/** Unicode's sentence breaks, less those that only look like one. */
function* sentencesIn(flat: string, block: Span): Generator<Span> {
  let start = block.start;
  let quoteOpen = false;
  let counted = start;
  for (const { index, segment } of segmenter.segment(flat.slice(block.start, block.end))) {
    const end = afterClosers(flat, block.start + index + segment.length, block.end);
    quoteOpen = quoteOpenAfter(flat, counted, end, quoteOpen);
    counted = Math.max(counted, end);
    // An opening quote may never be closed: give up after what a long quotation takes.
    if (end <= start || (quoteOpen && end - start < 300) || !breaks(flat, start, end)) continue;
    yield { start, end };
    start = end;
    quoteOpen = false;
  }
  if (start < block.end) yield { start, end: block.end };
}

/** Unicode breaks between `Note.` and `**`; what closes the sentence belongs to it. */
function afterClosers(flat: string, from: number, limit: number): number {
  if (/\s/.test(flat.charAt(from - 1))) return from;
  let end = from;
  while (end < limit && /[*_`)\]"'”’»]/.test(flat.charAt(end))) end += 1;
  return end;
}

function quoteOpenAfter(flat: string, from: number, to: number, openBefore: boolean): boolean {
  let open = openBefore;
  for (let at = from; at < to; at += 1) {
    const isInches = !open && flat[at] === '"' && /\d/.test(flat.charAt(at - 1));
    if (/["“”„«»]/.test(flat.charAt(at)) && !isInches) open = !open;
  }
  return open;
}

const marker = /^[>#\s]*(?:\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]|[ivx]{1,5})[.)]|[-*+•‣▪–]|§+\s?\d{1,4}[a-z]?\.)$/i;
const abbreviation =
  /(?<![\p{L}\p{N}])(?:Dr|Mr|Mrs|Ms|Prof|Hon|Rev|St|e\.\s?g|i\.\s?e|vs|cf|viz|approx|ca|bzw|ggf|inkl|exkl|zzgl|gem|vgl|sog|evtl|Hr|Fr|Dipl|z\.\s?B|d\.\s?h|u\.\s?a|i\.\s?d\.\s?R|i\.\s?S\.\s?d|i\.\s?V\.\s?m|o\.\s?g|s\.\s?[ou]|m\.\s?E|Reg|attn|ext)\.$/iu;
/** These may also end a sentence, so the next word decides. */
const endingAbbreviation =
  /(?<![\p{L}\p{N}])(?:\p{L}|(?:\p{L}\.)+\p{L}|Inc|Ltd|Co|Corp|GmbH|dept|est|etc|et al|usw|[au]\.\s?[ÄA]|Jr|Sr|Std|Tel|Mio|Mrd|max|min|incl|excl|Jan|Feb|Apr|Aug|Sept?|Oct|Okt|Nov|Dec|Dez)\.$/iu;
const beforeNumber =
  /(?<![\p{L}\p{N}])(?:Nos?|Nr|Abs|Art|Secs?|Sect|Figs?|pp?|paras?|Ziff|Rn|Kap|Bd|Anm|S|Lit|Ch|Vol)\.$/iu;
const ordinal = /(?<!\p{L})(?:am|zum|vom|bis|der|des|dem|den|im|ab|jede[nmrs]?|und)\s\d{1,2}\.$/iu;
const germanMonth = /^(?:Jan|Feb|März|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/;
const opener =
  /^["“„(*_]*(?:The|An?|This|That|These|Those|There|If|When|While|Where|Who|What|You|Your|We|Our|It|Its|They|Their|He|She|All|Any|Each|Every|No|Not|Please|In|On|At|For|From|To|By|With|After|Before|Once|Only|Both|However|Employees?|Managers?|Requests?|Staff|Contact|Ask|See|Do|Must|Der|Die|Das|Ein|Eine|Wenn|Sie|Wir|Ihr|Es|Im|Bei|Für|Nach|Vor|Alle|Jede|Bitte|Diese[rs]?|Mitarbeite\p{L}+)(?![\p{L}\p{N}])/u;

function breaks(flat: string, start: number, end: number): boolean {
  const left = flat.slice(Math.max(start, end - 32), end).trimEnd();
  const right = flat.slice(end, end + 32).trimStart();
  const gap = /\s/.test(flat.charAt(end - 1)) || /\s/.test(flat.charAt(end));
  // Inside a web address or a file name; scripts that write no spaces have marks of their own.
  if (!gap && right !== '' && /[.?!…][\])*_`"'”’»[(]*$/.test(left)) return false;
  if (/^(?:\p{Ll}|[,;:)\]=&%])/u.test(right)) return false;
  if (end - start <= 40 && marker.test(flat.slice(start, end).trim())) return false;
  if (abbreviation.test(left)) return false;
  if (beforeNumber.test(left) && /^[\d(§]/.test(right)) return false;
  if (/\b\d{1,2}\.$/.test(left) && germanMonth.test(right)) return false;
  return !((endingAbbreviation.test(left) || ordinal.test(left)) && !opener.test(right));
}

function trim(flat: string, { start, end }: Span): Span {
  const body = flat.slice(start, end);
  return { start: start + body.length - body.trimStart().length, end: start + body.trimEnd().length };
}
