import type { Figure } from '../../figures/figures.ts';
import type { Qualifier } from './qualifier-words.ts';
import { joins, tokensOf } from './tokens.ts';

/** A word that carries a topic, a figure, or a qualifier that is said of something, with what bears on it. */
export interface QualifiedWord {
  /** Equal for all words of a meaning; of a figure or a qualifier its mark. */
  readonly topic: string;
  /** As a person would recognise it. */
  readonly shown: string;
  readonly figure?: Figure;
  /** Set for a qualifier that is said of something. */
  readonly said?: Qualifier;
  /** Qualifiers that stand between the topic before it and this one. */
  readonly under: ReadonlySet<Qualifier>;
  /** Those that stand between the figure before it, or the begin of its clause, and this one. */
  readonly bounds: ReadonlySet<Qualifier>;
  /** Number of the clause that it stands in. */
  readonly clause: number;
  /** Whether nothing but layout stands before it in its clause: an imperative stands so. */
  readonly isFirst: boolean;
}

export interface QualifiedClause {
  readonly has: ReadonlySet<Qualifier>;
  /** How often it says no. */
  readonly denials: number;
  /** Of those, what bears on a verb and so may bear on the next one as well: "must not open or forward". */
  readonly carries: ReadonlySet<Qualifier>;
  /** Whether an "and" or "or" joins it to the clause before it. */
  readonly isJoined: boolean;
  /** Whether that is an "or": "not open or forward" denies both. */
  readonly isEither: boolean;
  /** Whether it takes up what the clause before it carries. */
  readonly goesOn: boolean;
}

/** A sentence as its topics in order, with the qualifiers of each of its clauses. */
export interface QualifiedSentence {
  readonly words: readonly QualifiedWord[];
  readonly clauses: readonly QualifiedClause[];
  /** How often each qualifier stands in it. */
  readonly counts: ReadonlyMap<Qualifier, number>;
}

export function readSentence(sentence: string): QualifiedSentence {
  const words: QualifiedWord[] = [];
  const counts = new Map<Qualifier, number>();
  let clause = openClause();
  const clauses = [clause];
  let under = new Set<Qualifier>();
  let bounds = new Set<Qualifier>();
  let spoken = new Set<Qualifier>();
  let isFirst = true;
  // "For a trip, tell your manager": of a comma behind a subject no order begins.
  let opensWithCircumstance = false;
  let opens = false;

  const open = (joint: string) => {
    opens = false;
    clause = openClause(joint);
    clauses.push(clause);
    release();
    bounds = new Set(under);
  };
  /** "is allowed on", "ahead and": what is said of one thing doesn't bear on the next. */
  const release = () => {
    under = new Set([...under].filter((each) => !spoken.has(each)));
    spoken = new Set();
  };
  const push = (word: Pick<QualifiedWord, 'topic' | 'shown' | 'figure' | 'said'>) => {
    if (opens) {
      clause = openClause();
      clauses.push(clause);
      opens = false;
    }
    words.push({ ...word, under, bounds, clause: clauses.length - 1, isFirst });
    under = new Set();
    spoken = new Set();
    if (word.figure !== undefined) bounds = new Set();
    isFirst = false;
  };
  const ordersNothing = () => {
    const at = words.findIndex((word) => word.isFirst && word.clause === clauses.length - 1);
    const word = words[at];
    if (word !== undefined) words[at] = { ...word, isFirst: false };
  };
  const qualify = (qualifier: Qualifier, isSaid: boolean) => {
    if (prepositions.has(qualifier)) release();
    clause.has.add(qualifier);
    if (carried.has(qualifier) && !isSaid) clause.carries.add(qualifier);
    if (denying.has(qualifier)) clause.denials += 1;
    counts.set(qualifier, (counts.get(qualifier) ?? 0) + 1);
    if (isSaid) push({ topic: `‹${qualifier}›`, shown: qualifier, said: qualifier });
    under = new Set([...under, qualifier]);
    if (isSaid) spoken.add(qualifier);
    bounds = new Set([...bounds, qualifier]);
    isFirst &&= qualifier === 'not';
    opens ||= opening.has(qualifier);
  };

  for (const [n, token] of tokensOf(sentence).entries()) {
    if (n === 0) opensWithCircumstance = token.kind !== 'word' && token.kind !== 'figure';
    if (token.kind === 'qualifier') qualify(token.qualifier, token.isSaid);
    else if (token.kind === 'figure') push({ topic: '⟦⟧', shown: token.figure.raw, figure: token.figure });
    else if (token.kind === 'word') push({ topic: token.topic, shown: token.text });
    else if (token.kind === 'joint') {
      // "Receipts: …" is a label.
      if (token.text === ':' && words.length === 1) ordersNothing();
      open(token.text);
      isFirst = [';', ':'].includes(token.text) || (token.text === ',' && opensWithCircumstance);
    } else {
      // "…, or it is": a subject of its own begins a sentence of its own.
      if (clause.has.size === 0 && words.at(-1)?.clause !== clauses.length - 1)
        clause.goesOn &&= !subjects.has(token.text);
      // "Leave is taken": what has a verb of its own is no order.
      if (finite.has(token.text)) ordersNothing();
      // "…, and are kept": a verb of its own takes up nothing.
      if (clause.has.size === 0) clause.goesOn &&= !finite.has(token.text);
      isFirst &&= polite.has(token.text);
      if (!articles.has(token.text) && !pronouns.has(token.text)) release();
    }
  }
  const last = words.at(-1);
  // "…, the app is not": what has nothing behind it bears on what stands before it.
  if (last !== undefined && under.size > 0) {
    words.splice(-1, 1, {
      ...last,
      under: new Set([...last.under, ...under]),
      bounds: new Set([...last.bounds, ...under]),
    });
  }
  return { words, clauses, counts };
}

const eithers = new Set(['or', 'oder', 'ou', 'o', 'of', 'lub']);
/** With these a clause of its own begins. */
const opening: ReadonlySet<Qualifier> = new Set(['except', 'before', 'after']);
/** "is required from the fourth day": the day isn't what is required. */
const prepositions: ReadonlySet<Qualifier> = new Set(['since', 'until', 'within']);
const denying: ReadonlySet<Qualifier> = new Set(['not', 'no', 'ban', 'free']);
const carried: ReadonlySet<Qualifier> = new Set(['not', 'ban', 'free', 'must', 'should', 'may']);
const polite = new Set(['please', 'then', 'also', 'do', 'bitte']);
const articles = new Set(
  'a an the your our their his her its der die das den dem le la les el los il de het o os'.split(' '),
);
/** "before you book" is "before booking". */
const pronouns = new Set('i you he she it we they being having'.split(' '));
const finite = new Set('is are was were has does will would'.split(' '));
const subjects = new Set(
  'i you he she it we they there this that these those the a an each every all any some'.split(' '),
);

function openClause(joint = '') {
  const isJoined = joins.has(joint);
  const isEither = eithers.has(joint);
  return { has: new Set<Qualifier>(), carries: new Set<Qualifier>(), denials: 0, isJoined, isEither, goesOn: isJoined };
}
