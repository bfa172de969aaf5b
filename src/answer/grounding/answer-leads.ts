import { type Token, tokensOf } from './tokens.ts';

/** A "Yes" or "No" in front of a statement. */
export interface AnswerLead {
  readonly says: 'yes' | 'no';
  /** As it stands there, with what separates it from the rest. */
  readonly text: string;
}

const yes =
  "yes|yep|yeah|absolutely|certainly|definitely|of course|sure|correct|that['’]s (?:right|correct)|right|exactly|indeed|ja|natürlich|oui|sí|sì|sim";
const no =
  "no,? never|no|nope|sorry,? no|unfortunately,? (?:no|not)|(?:i['’]m )?afraid not|not at all|absolutely not|certainly not|definitely not|of course not|not really|nein|leider nein|non|nee|nie";
const lead = new RegExp(
  `^[\\s*_>"“-]*(?:(?<no>${no})|(?<yes>${yes}))[*_"”]*(?:\\s*[,.:;!–—]+[*_"”]*(?:\\s+-\\s)?|\\s+-)(?=\\s|$)`,
  'i',
);

export function leadOf(sentence: string): AnswerLead | undefined {
  const found = lead.exec(sentence);
  if (found === null) return undefined;
  const { no: denial } = found.groups ?? {};
  return { says: denial === undefined ? 'yes' : 'no', text: found[0] };
}

/**
 * Whether a lead says the opposite of what follows it: "Yes, alcohol is not reimbursed", "No, you may". A question that
 * itself asks for a denial or a duty turns what yes and no mean, so nothing is said of its answer.
 */
export function contradicts({ says }: AnswerLead, statement: string, question = ''): boolean {
  const main = mainClauseOf(tokensOf(statement));
  const isDenied = main.some((token) => token.kind === 'qualifier' && denials.has(token.qualifier));
  if (says === 'yes') return isDenied && !asksForDenial.test(question);
  const allowsAt = main.findIndex((token) => token.kind === 'qualifier' && token.qualifier === 'may');
  const isLimited =
    main.slice(0, Math.max(0, allowsAt)).some((token) => isQualifier(token, ['must'])) || limits(tokensOf(statement));
  return allowsAt >= 0 && !isDenied && !isLimited && !asksForDuty.test(question);
}

const denials: ReadonlySet<string> = new Set(['not', 'no', 'ban', 'free']);

/** "Exceptions may be requested" limits nothing. */
function limits(tokens: readonly Token[]): boolean {
  return tokens.some((token, n) => isQualifier(token, ['only', 'except', 'most']) && !isSubject(tokens, n));
}

function isSubject(tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  return token !== undefined && next !== undefined && isQualifier(token, ['except']) && isQualifier(next, ['may']);
}

function isQualifier(token: Token, names: readonly string[]): boolean {
  return token.kind === 'qualifier' && names.includes(token.qualifier);
}

const asksForDenial =
  /\b(?:not|no|never|without|forbidden|prohibited|banned|against|illegal|exempt|excluded|nicht|kein\p{L}*|ohne|verboten)\b|n['’]t\b/iu;
const asksForDuty =
  /\b(?:need|needs|must|have to|has to|required?|requires|mandatory|necessary|obliged|forbidden|prohibited|banned|muss|müssen|brauche?n?|verboten)\b|n['’]t\b/iu;

/** Without the condition in front of it and the clauses behind it. */
function mainClauseOf(tokens: readonly Token[]): readonly Token[] {
  const [first] = tokens;
  const isCondition = first !== undefined && first.kind !== 'word' && opensCondition(first) && !isSubject(tokens, 0);
  const begin = isCondition ? tokens.findIndex(isComma) + 1 : 0;
  const rest = tokens.slice(begin);
  const end = rest.findIndex(
    (token, n) =>
      rest.slice(0, n).some(isVerb) &&
      (endsClause(token) || (isComma(rest[n - 1]) && isJoint(token, ['and', 'but', 'or', 'so']))),
  );
  return end < 0 ? rest : rest.slice(0, end);
}

function opensCondition(token: Token): boolean {
  if (token.kind === 'qualifier') return ['except', 'before', 'after', 'until'].includes(token.qualifier);
  return isJoint(token, ['if', 'when', 'once', 'while', 'where', 'whenever', 'wenn']);
}

function isVerb(token: Token): boolean {
  return token.kind === 'qualifier' || (token.kind === 'light' && finite.has(token.text));
}

const finite = new Set('is are was were be has have had do does will would gets get'.split(' '));

function endsClause(token: Token): boolean {
  return isJoint(token, [';', ':', '–', '—', 'but', 'if', 'when', 'because', 'wenn', 'aber']);
}

function isComma(token: Token | undefined): boolean {
  return token !== undefined && isJoint(token, [',']);
}

function isJoint(token: Token, texts: readonly string[]): boolean {
  return token.kind === 'joint' && texts.includes(token.text);
}
