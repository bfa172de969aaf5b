import type { Source } from './sources.ts';
import { joins, type Token, tokensOf } from './tokens.ts';

/** Whether a statement tells the rule of a source of others, of more, or of those who only may ask for it. */
export function tellsOfOthers(statement: string, source: Pick<Source, 'text' | 'titles'>): boolean {
  return [swapsSubject, widensSubject, grantsRequest].some((differs) => differs(statement, source));
}

/**
 * Whether a statement tells the rule of a source of somebody or something else: "Supervisors will share feedback" of
 * "Partners will share feedback", where a title or another sentence has the supervisors.
 */
function swapsSubject(statement: string, { text, titles }: Pick<Source, 'text' | 'titles'>): boolean {
  const [said, source] = [tokensOf(statement), tokensOf(text)];
  if (!opensWithSubject(said) || !opensWithSubject(source)) return false;
  const [own, theirs] = [subjectOf(said), subjectOf(source)];
  const isNamed = (own.length > 0 || namesDocument(said)) && theirs.length > 0;
  if (!isNamed || verbOf(said) === undefined || verbOf(said) !== verbOf(source)) return false;
  const [topics, theirTopics] = [new Set(topicsOf(said)), new Set(topicsOf(source))];
  const isTold = theirs.some((topic) => topics.has(topic) || (own.length === 0 && titles.has(topic)));
  return !own.some((topic) => theirTopics.has(topic)) && !isTold;
}

/** "These guidelines may": whoever reads takes that for what it is about. */
function namesDocument(tokens: readonly Token[]): boolean {
  const verb = tokens.findIndex(isVerb);
  return tokens.slice(0, Math.max(0, verb)).some((token) => token.kind === 'light' && documents.has(token.text));
}

/**
 * Whether a statement tells the rule of a source of more than the source does: "Data must never" of "Restricted data must
 * never". What a title says may be left out.
 */
function widensSubject(statement: string, { text, titles }: Pick<Source, 'text' | 'titles'>): boolean {
  const [said, source] = [tokensOf(statement), tokensOf(text)];
  if (!opensWithSubject(said) || !opensWithSubject(source)) return false;
  const [own, theirs] = [subjectOf(said), subjectOf(source)];
  // Of two things one may be told.
  if (source.slice(0, source.findIndex(isVerb)).some(({ kind }) => kind === 'joint')) return false;
  if (own.length === 0 || own.at(-1) !== theirs.at(-1) || verbOf(said) !== verbOf(source)) return false;
  const topics = new Set(topicsOf(said));
  // "Larkmoor's People team": whose it is goes without saying.
  const [owner] = source;
  const whose = owner?.kind === 'word' && /['’]s$/.test(owner.text) ? owner.topic : undefined;
  return theirs.some((topic) => topic !== whose && !topics.has(topic) && !titles.has(topic));
}

/** Whether it gives what its source lets people ask for: "You receive leave" of "You can request leave". */
function grantsRequest(statement: string, { text }: Pick<Source, 'text'>): boolean {
  const [said, source] = [tokensOf(statement), tokensOf(text)];
  const topics = new Set(topicsOf(said));
  const asks = source.findIndex(
    (token, n) => token.kind === 'word' && requests.has(token.topic) && source[n - 1]?.kind === 'qualifier',
  );
  const request = source[asks];
  const isGiven = ['get', 'gets', 'receive', 'receives'].includes(verbOf(said) ?? '');
  return isGiven && request?.kind === 'word' && !topics.has(request.topic);
}

/** Topics of what stands before the verb of a sentence; its first words where no verb is found. */
export function subjectOf(tokens: readonly Token[]): string[] {
  const verb = tokens.findIndex(isVerb);
  return topicsOf(tokens.slice(0, verb < 0 ? 3 : verb));
}

/** Not with a condition or a circumstance: "If you are ill, …", "In Germany, …". */
function opensWithSubject(tokens: readonly Token[]): boolean {
  const verb = tokens.findIndex(isVerb);
  const front = tokens.slice(0, Math.max(0, verb));
  const [first] = front;
  const opens = first?.kind === 'word' || (first?.kind === 'light' && determiners.has(first.text));
  return opens && front.every((token) => token.kind !== 'figure' && (token.kind !== 'joint' || joins.has(token.text)));
}

function isVerb(token: Token): boolean {
  if (token.kind === 'qualifier') return token.qualifier !== 'no';
  return token.kind === 'light' && finite.has(token.text);
}

function verbOf(tokens: readonly Token[]): string | undefined {
  const verb = tokens.find(isVerb);
  return verb?.kind === 'qualifier' ? verb.qualifier : verb?.kind === 'light' ? verb.text : undefined;
}

function topicsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.kind === 'word' ? [token.topic] : []));
}

const finite = new Set('is are was were has have does do will get gets receive receives'.split(' '));
const documents = new Set('guideline guidelines policy policies handbook'.split(' '));
const determiners = new Set(
  'these this company a an the your our their its his her each every all any both'.split(' '),
);
const requests = new Set(topicsOf(tokensOf('request apply ask')));
