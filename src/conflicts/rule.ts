import { type Figure, isUnit, markFigures } from '../figures/figures.ts';
import { isTableRow } from '../line-kinds.ts';
import { wordMeanings } from '../word-meanings.ts';
import { wordStem } from '../word-stem.ts';
import { readStance, type Stance, stanceWords } from './stance.ts';

/** A sentence of a policy, with what stands around it and tells what it is about. */
export interface RuleSentence {
  readonly text: string;
  readonly document: string;
  readonly title: string;
  /** Outermost first. */
  readonly headings: readonly string[];
  /** The header of its table, or the sentence that introduces its list. */
  readonly lead?: string;
}

/** A sentence taken apart for comparison; words are stems, and one stands for all of the same meaning. */
export interface Rule {
  readonly document: string;
  readonly section: string;
  /** What the sentence itself says, figures and filling words apart. */
  readonly words: ReadonlySet<string>;
  /** Of its nearest heading, or its lead. */
  readonly near: ReadonlySet<string>;
  /** Of everything above it. */
  readonly context: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  /** What is measured: amounts, periods, shares, dates. */
  readonly figures: readonly Figure[];
  /** Numbers that only tell one thing from another, as in "level 4" or "section 2", sorted. */
  readonly labels: string;
  /** Words written with a capital inside the sentence: names have no synonyms. */
  readonly names: ReadonlySet<string>;
  readonly isRow: boolean;
  readonly stance: Stance | undefined;
  /** What limits it: the words behind `unless`, `except`, `only if` and the like, sorted. */
  readonly condition: string;
}

/** What a sentence states; a question states nothing, nor does one whose subject stands in another sentence. */
export function statesRule({ text }: Pick<RuleSentence, 'text'>): boolean {
  return !text.includes('?') && !backwards.test(text) && !aboutDocument.test(text);
}

const backwards = /^\W*(?:these|those|this|that|it|they|such|both|diese|dies|das gilt|sie)\b/i;
const aboutDocument = /^\W*(?:last[ -]?)?(?:updated|modified|reviewed|effective|version|review)\b[^.]{0,40}$/i;

export function readRule(sentence: RuleSentence): Rule {
  const { figures, text } = markFigures(withoutTargets(sentence.text));
  const isRow = isTableRow(sentence.text);
  const isLabel = ({ kind, unit, per }: Figure) =>
    kind === 'code' || (kind === 'number' && !isRow && unit === undefined && per === undefined);
  const lower = text.replace(/⟦\d+⟧/g, ' ').toLowerCase();
  const near = [sentence.headings.at(-1) ?? '', sentence.lead ?? ''].join(' ');
  return {
    document: sentence.document,
    section: sentence.headings.join('\n'),
    words: wordsOf(lower),
    near: wordsOf(near),
    context: wordsOf([sentence.title, ...sentence.headings, sentence.lead ?? ''].join(' ')),
    title: wordsOf(sentence.title),
    figures: figures.filter((figure) => !isLabel(figure)),
    labels: figures
      .filter(isLabel)
      .map(({ values }) => values.join())
      .sort()
      .join(' '),
    names: wordsOf([...text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{L}\p{M}-]*/gu)].join(' ')),
    isRow,
    stance: readStance(lower),
    condition: [...wordsOf(conditionOf(lower))].sort().join(' '),
  };
}

/** Where a link leads says nothing about the rule. */
function withoutTargets(text: string): string {
  return text.replace(/\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, ']').replace(/\bhttps?:\/\/\S+/g, ' ');
}

/** Distinct stems of what carries meaning, in order. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}][\p{L}\p{M}'’-]*/gu)) {
    const plain = word.replace(/['’]s$/, '');
    if (filling.has(plain) || isUnit(plain)) continue;
    const stem = wordStem(plain);
    words.add(meanings.get(stem) ?? meanings.get(plain) ?? stem);
  }
  return words;
}

function conditionOf(text: string): string {
  const parts = [
    ...text.matchAll(/\b(?:unless|except|only|without|provided|if|until|when|wenn|außer|ohne|nur)\b([^.;]*)/g),
  ];
  return parts.map(([whole]) => whole).join(' ');
}

/** Words beside which a rule stays the same rule. */
const filling = new Set(
  (
    'a an the and or of to in on for with at by from as is are be been being was were do does did has have had this that these ' +
    'those there it its their they he she his her we our us you your i my me who which what when where how than then so such any ' +
    'all each every per also into about within up over under more most less least no not only if unless except without other ' +
    'must may can shall should will would could might cannot need needs needed required allowed permitted entitled eligible ' +
    'employee employees staff worker workers colleague colleagues people person persons member members everyone ' +
    'get gets receive receives receive given give gives grant grants granted provide provides provided offer offers offered ' +
    'amount amounts maximum minimum limit limits limited total day-to-day always never day days ' +
    'der die das den dem des ein eine einer einem einen und oder von zu im am für mit auf bei aus ist sind sein wird werden hat ' +
    'haben pro je bis höchstens mindestens nicht kein keine keiner darf dürfen muss müssen kann können soll sollen mitarbeiter ' +
    'mitarbeitende beschäftigte erhalten bekommen'
  ).split(' '),
);

for (const word of stanceWords) filling.add(word);

const meanings: ReadonlyMap<string, string> = new Map(
  wordMeanings.flatMap((line) => {
    const words = line.split(' ');
    const first = wordStem(words[0] ?? '');
    return words.map((word): [string, string] => [wordStem(word), first]);
  }),
);
