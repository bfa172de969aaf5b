import { termsOf } from '../question-terms.ts';

/** One of the things that a message asks for. */
export interface QuestionPart {
  readonly text: string;
  /** What an answer should be about: the part's own topic, and what its pronouns stand for. */
  readonly terms: ReadonlySet<string>;
}

/**
 * Takes "How many days do I get, and when do I have to ask for them?" apart. What only sets the scene ("I work in
 * Austin.") is no part; its words count where a part says "it" or hardly says anything by itself.
 */
export function partsOf(message: string): QuestionPart[] {
  const pieces = message.split(boundary).map((text) => text.trim());
  const filled = pieces.filter((text) => topicOf(text).size > 0);
  if (filled.length === 0 || !filled.some((text) => asks.test(text)))
    return [{ text: message, terms: topicOf(message) }];
  const parts: QuestionPart[] = [];
  let topic: ReadonlySet<string> = new Set();
  for (const text of filled) {
    const own = topicOf(text);
    const leans = topic.size > 0 && (own.size < 2 || pronoun.test(text));
    const terms = leans ? new Set([...topic, ...own]) : own;
    if (asks.test(text)) parts.push({ text, terms });
    // Later parts lean on what was first spoken of.
    if (topic.size === 0) topic = new Set([...own].filter((term) => !measures.has(term)));
  }
  return parts;
}

/** What a text speaks of: "how old" asks for a number, and nothing that is old. */
function topicOf(text: string): Set<string> {
  return termsOf(inDays(text).replace(supposed, '').replace(degrees, 'how'));
}

/** Leave is counted in days, also by those who ask how much of it there is. */
export function inDays(text: string): string {
  return text.replace(muchLeave, 'how many days of ');
}

/** "Do I get 30 days?" asks for the true number. */
const supposed = /\b\d+(?=\s+(?:days?|weeks?|months?)\b)/gi;

const muchLeave = /\bhow much (?=(?:(?:annual|paid|yearly) )?(?:leave|vacation|holidays?|pto|time off)\b)/gi;

const degrees =
  /\bhow (?:old|new|expensive|cheap|fast|quick(?:ly)?|slow|early|late|soon|high|low|large|big|small|close|near|hard|easy|strict|likely|frequently|regularly)\b/gi;

/** How much of a topic is asked for, rather than the topic. */
const measures = termsOf('day week month year hour minute number amount time sum total');

const asking =
  '(?:(?:up to|by|for|from|at|in|on|until|till|since|to|with|within) )?(?:how|what|when|where|which|who|whom|whose|why|can|could|may|must|do|does|did|is|are|am|will|would|should)\\b';
const boundary = new RegExp(
  `[?!]+\\s*|\\.\\s+|[,;:–-]\\s+(?:(?:and|or|but|so|then)\\s+)*(?=${asking})|\\s(?:and|or)\\s+(?=${asking}\\s)`,
  'i',
);
const asks = new RegExp(`^(?:(?:and|or|but|so|also|then|hi|hello|please)[\\s,]+)*${asking}`, 'i');
const pronoun = /\b(?:it|its|they|them|their|that|this|those|these|one)\b/i;
