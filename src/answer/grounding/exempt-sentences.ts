import { figuresIn } from '../../figures/figures.ts';
import { contentWords } from '../words.ts';

/**
 * Sentences that state nothing and so need no citation: greetings, offers, what is missing, and headings or labels made
 * only of words of the cited passages. Anything with a figure in it states something, and so does a label with a verb, or with a
 * word that the passages deny: "Reimbursed:" above what is not.
 */
export function isExempt(
  sentence: string,
  vocabulary: ReadonlySet<string>,
  denied: ReadonlySet<string> = nothing,
): boolean {
  const text = sentence.replace(/[*_#>`]/g, '').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  if (figuresIn(text).length > 0) return false;
  const isFiller = !joins.test(text) && (fillers.some((filler) => filler.test(text)) || isOffer(text));
  return isFiller || (isLabel(sentence.trim(), text, vocabulary) && !states(text, denied));
}

const nothing: ReadonlySet<string> = new Set();

function states(label: string, denied: ReadonlySet<string>): boolean {
  if (verbs.test(label) && !asksWhat.test(label)) return true;
  return (label.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => denied.has(word) && status.test(word));
}

/** In the languages that policies are mostly written in; articles and other short words that look alike are left out. */
const verbs =
  /\b(?:is|are|was|were|has|have|must|may|can|could|shall|should|will|gets?|receives?|needs?|ist|sind|wird|werden|muss|müssen|darf|dürfen|kann|können|hat|haben|est|sont|doit|doivent|peut|peuvent|debe|deben|puede|pueden)\b/iu;
/** "Who may approve" names a topic. */
const asksWhat =
  /^(?:what|who|whom|whose|when|where|which|how|why|was|wer|wem|wen|wann|wo|welche[nmrs]?|wie|warum)\b/iu;
/** Says how something stands, as a noun that only comes near the denial does not. */
const status = /ed$|^(?:eligible|entitled|free|paid|forbidden|possible|mandatory|optional|necessary|valid)$/;

/** A filler that goes on to say something else is none. */
const joins =
  /[;()–—]\s*\S|:\s+\S|,\s*(?:as|since|so|which|who|whose)\b|,?\s(?:and|or)(?:\s+\p{L}+){0,4}?\s+(?:is|are|must|may|can|has|have|get|gets|will|do|does)\b|\bthe fact\b|\b(?:but|however|although|though|while|whereas|because|yet|except)\b/iu;

const fillers: readonly RegExp[] = [
  /^(?:sure|certainly|of course|hello|hi|thanks|thank you|good question)\b[,!. ]*$/i,
  /^(?:here (?:is|are)|here['’]s) what (?:i found|the (?:policies|policy|documents?) says?)(?: (?:about|on) (?:this|that|it))?\s*[:.]?$/i,
  /^(?:according to|based on) (?:the|your) (?:policies|policy|documents?|search results)\s*[:,]$/i,
  // Kindness, word for word, since it must not become a way to say more.
  /^thank you for (?:saying|telling me|sharing) (?:this|that)\.?$/i,
  /^i(?:['’]m| am) (?:so |very )?sorry (?:for your loss|to hear (?:this|that)|that (?:this happened to you|you are going through this))\.?$/i,
  /^my condolences\.?$/i,
  /^you (?:don['’]t|do not) have to handle this alone\.?$/i,
  /^danke, dass du das (?:sagst|schreibst|ansprichst)\.?$/i,
  /^es tut mir (?:sehr )?leid, dass du das durchmachst\.?$/i,
  /^mein (?:herzliches )?beileid\.?$/i,
  /^du musst damit nicht allein bleiben\.?$/i,
  /^i (?:don['’]t|do not) have (?:this |that |any |enough |more )?information\b[^.!?]{0,150}\.?$/i,
];

const offer =
  /^(?:(?:please )?let me know if (?:you|there)\b([^.!?,]{0,80})[.!]?|(?:is there|do you have|would you like|can i help)\b([^.!?,]{0,80})\?)$/i;

/** Offers help in words that are all but two the usual ones: "Let me know if you want the leave that all get" is none. */
function isOffer(text: string): boolean {
  const [, wish, question] = offer.exec(text) ?? [];
  const rest = wish ?? question;
  if (rest === undefined || claims.test(rest)) return false;
  const words = rest.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((word) => !usual.has(word)).length <= mostUnusual;
}

const mostUnusual = 2;
const claims = /\b(?:that|which|who|whose|must|may|shall|should|will|always|never|every|all|no|not)\b/i;
const usual = new Set(
  (
    'a an any anything about are can check clarification details else find for further have help i in info information ' +
    'is it like look me more need of on other policies policy question questions search something specific tell the ' +
    'there this to up want with would you your'
  ).split(' '),
);

const maxLabelWords = 8;
/** Without a final s, as words are compared. */
const usualLabels = new Set(
  'answer background contact deadline detail eligibility key limit note overview ownership point process requirement rule short step summary timeline'.split(
    ' ',
  ),
);

function isLabel(raw: string, text: string, vocabulary: ReadonlySet<string>): boolean {
  const looksLikeOne =
    /^#{1,6}\s/.test(raw) ||
    /:[*_]*$/.test(raw) ||
    /^\s*(?:[-*+]\s+)?\*\*[^*]+\*\*:?$/.test(raw) ||
    /^\|.*\|$/.test(raw);
  if (!looksLikeOne || text.split(/\s+/).length > maxLabelWords || /\b(?:not|no|never|un\p{L}+)\b/iu.test(text))
    return false;
  return contentWords(text).every((word) => vocabulary.has(word) || usualLabels.has(word));
}
