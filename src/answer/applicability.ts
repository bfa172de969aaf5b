import { askToChoose, otherValue } from '../applicability/choice.ts';
import { type Difference, findDifference, type Rival } from '../applicability/difference.ts';
import { filterOf, type KnownLimits, type KnownReading, readKnown } from '../applicability/known.ts';
import { isLimitField, limitFields, limitsOf, passes, valuesIn } from '../applicability/limits.ts';
import type { Profile, Question } from '../domain.ts';
import { loggable } from '../errors.ts';
import type { Library, SearchHit } from '../library/library.ts';
import type { Log } from '../log.ts';
import type { Records } from '../records/records.ts';
import { awaitChoice, findReply, noteSaid, type Reply, stopAwaiting } from './asked-back.ts';
import type { Conversation } from './conversation.ts';
import { loadConversation, saveConversation } from './conversation-store.ts';
import { type Found, tellApplicability } from './tell-applicability.ts';
import type { TurnResult } from './turn-result.ts';

export interface ApplicabilityDeps {
  readonly library: Pick<Library, 'search'>;
  readonly records: Pick<Records, 'documents' | 'conversations'>;
  /** For each part of a question the best sentence of each document that would answer it, by passage. */
  readonly bestSentences: (question: string, hits: readonly SearchHit[]) => readonly (readonly BestSentence[])[];
  /** Keeps something of a person for later conversations; absent where nothing is remembered. */
  readonly remember?: ((person: string, profile: Profile) => Promise<void>) | undefined;
  readonly now: () => number;
  readonly log: Log;
}

export interface BestSentence {
  readonly passage: string;
  readonly text: string;
  readonly score: number;
}

/** What becomes of a question once it is known for whom it is to be answered. */
export type Settled =
  /** Rules differ, and by what is not known: one short question back. */
  | { readonly kind: 'asks'; readonly question: Question; readonly result: TurnResult }
  /** It goes on, under a filter that holds for every search, reading and citation. */
  | {
      readonly kind: 'goes';
      readonly question: Question;
      /** Adds to whom the answer applies. */
      finish(result: TurnResult): Promise<TurnResult>;
      /** Once the answer is recorded: what was asked back is over. */
      close(): Promise<void>;
    }
  /** What was chosen for went on before. */
  | { readonly kind: 'over' };

const probed = 24;

/**
 * Decides, before any model runs, for whom a question is answered: what it names, what the person said in the conversation
 * and what else is known of them, or what they choose. A question is asked back once at most, and never guessed.
 */
export async function settleApplicability(
  question: Question,
  answer: string,
  signal: AbortSignal,
  deps: ApplicabilityDeps,
): Promise<Settled> {
  const store = { conversations: deps.records.conversations, now: deps.now, log: deps.log };
  const { conversation } = await loadConversation(question.conversation, store);
  const reply = findReply(question, conversation);
  if (question.chosen !== undefined && reply === undefined) return { kind: 'over' };
  const { chosen: _, ...asked } = question;
  const original: Question = reply === undefined ? asked : { ...asked, ...reply.asked.question };
  const hits = await probe(original, signal, deps);
  const reading = readAll(original, conversation, reply, hits);
  if (reply?.isRemembered) await rememberReply(reply, question, deps);
  const isChanged =
    noteSaid(conversation, question, reading.said) || stopAwaiting(conversation, question, reply?.asked);
  const ownFilter = (original.filter ?? []).filter(({ field }) => !isLimitField(field));

  const rivals = rivalsIn(original, hits, deps).map((of) =>
    of.map((rival) => ({ ...rival, isFound: passes(rival.limits, filterOf(reading.known)) })),
  );
  const difference =
    reply === undefined
      ? findFirst(
          rivals.map((of) => of.filter(({ isFound }) => isFound)),
          reading.known,
        )
      : undefined;
  const visited =
    difference?.field === 'country' ? reading.visited.filter((code) => difference.groups.flat().includes(code)) : [];
  if (difference !== undefined && visited.length === 0) {
    const { choice, text } = askToChoose(difference);
    const mayRemember = deps.remember !== undefined && question.viewer.person !== undefined;
    const full = { ...choice, ...(mayRemember && { mayRemember }) };
    awaitChoice(conversation, original, answer, full);
    await saveConversation(conversation, store);
    deps.log.info('answer.asked_back', { answer, field: difference.field, options: choice.options.length });
    const result = {
      id: answer,
      status: 'needs_input',
      text,
      choice: full,
      citations: [],
      passages: [],
      named: [...new Set(rivals.flat().map(({ version }) => version))],
      retrieved: [],
      model: 'none',
    } as const;
    return { kind: 'asks', question: original, result };
  }
  if (isChanged) await saveConversation(conversation, store);
  const known: KnownLimits =
    visited.length > 0 ? { ...reading.known, country: { values: visited, origin: 'question' } } : reading.known;
  const filter = [...ownFilter, ...filterOf(known)];
  return {
    kind: 'goes',
    question: { ...original, ...(filter.length > 0 ? { filter } : {}) },
    finish: (result) => tellApplicability(result, known, rivals, deps),
    close: async () => {
      if (reply === undefined) return;
      const { conversation: now } = await loadConversation(question.conversation, store);
      now.asked = (now.asked ?? []).filter((each) => each.answer !== reply.asked.answer);
      await saveConversation(now, store);
    },
  };
}

/** Nothing is looked for where no document is limited to anyone. */
async function probe(
  { text, viewer, filter = [] }: Question,
  signal: AbortSignal,
  deps: ApplicabilityDeps,
): Promise<readonly SearchHit[]> {
  const { documents } = deps.records;
  try {
    const all = await documents.matching([]);
    const unlimited = await documents.matching(limitFields.map((field) => ({ field, op: '=', value: otherValue })));
    if (unlimited.length === all.length) return [];
    const own = filter.filter(({ field }) => !isLimitField(field));
    const { audienceKeys, on } = viewer;
    return (await deps.library.search({ text, limit: probed, audienceKeys, on, filter: own, signal })).hits;
  } catch (error) {
    signal.throwIfAborted();
    deps.log.warn('applicability.not_probed', { reason: loggable(error) });
    return [];
  }
}

function readAll(
  question: Question,
  { said = {} }: Conversation,
  reply: Reply | undefined,
  hits: readonly SearchHit[],
): KnownReading {
  const { viewer, text, isQuoted = false, filter = [] } = question;
  const before = said[viewer.person ?? ''] ?? {};
  const told = reply === undefined ? {} : { [reply.asked.choice.field]: reply.value };
  const reading = readKnown(text, {
    ...{ said: { ...before, ...told }, profile: viewer.profile, from: viewer.profileFrom, isQuoted },
    occurring: hits.map(({ version }) => limitsOf(version.metadata)),
  });
  const given = limitFields.flatMap((field) => {
    const values = valuesIn(filter, field);
    return values.length === 0 ? [] : [[field, { values, origin: 'given' }] as const];
  });
  return { ...reading, known: { ...reading.known, ...Object.fromEntries(given) }, said: { ...reading.said, ...told } };
}

async function rememberReply(
  { asked, value }: Reply,
  { viewer }: Question,
  { remember }: ApplicabilityDeps,
): Promise<void> {
  if (viewer.person === undefined || value === otherValue || value.includes(',')) return;
  await remember?.(viewer.person, { [asked.choice.field]: value });
}

/** For each part of the question what would answer it. */
function rivalsIn(question: Question, hits: readonly SearchHit[], deps: ApplicabilityDeps): Omit<Found, 'isFound'>[][] {
  const versions = new Map(hits.map(({ passage, version }) => [passage.id, version]));
  return deps.bestSentences(question.text, hits).map((sentences) =>
    sentences.flatMap(({ passage, text, score }) => {
      const version = versions.get(passage);
      return version === undefined ? [] : [{ version: version.id, limits: limitsOf(version.metadata), text, score }];
    }),
  );
}

function findFirst(parts: readonly (readonly Rival[])[], known: KnownLimits): Difference | undefined {
  return parts
    .map((rivals) => findDifference(rivals, (field) => known[field] !== undefined))
    .find((found) => found !== undefined);
}
