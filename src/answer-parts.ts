import { randomUUID } from 'node:crypto';
import { type AnswerQuestion, type AnswerQuestionDeps, createAnswerQuestion } from './answer/answer-question.ts';
import type { AnswerSkills } from './answer/answer-skills.ts';
import { type Judgement, judgeAnswer } from './answer/judge-answer.ts';
import { createMeter } from './answer/meter.ts';
import type { Referrals } from './answer/referral.ts';
import { type Replay, replayAnswer } from './answer/replay-answer.ts';
import { readCalibration } from './calibration.ts';
import type { Config } from './config.ts';
import { contradict } from './conflicts/disagreement.ts';
import type { Answer, IsoDate, Viewer } from './domain.ts';
import type { Library, SearchHit } from './library/library.ts';
import type { Log } from './log.ts';
import { costOf, priceOf } from './model-prices.ts';
import { bestSentences } from './models/best-sentences.ts';
import { withBreaker } from './models/breaker.ts';
import { createExtractiveModel } from './models/extractive.ts';
import type { RemoteModel } from './models/model.ts';
import type { Records } from './records/records.ts';
import { createRemember } from './tools/remember.ts';
import { toSearchResult } from './tools/search-result.ts';
import type { Tool } from './tools/tool.ts';
import { rememberProfile } from './viewer/remembered-profile.ts';

export interface AnswerPartsDeps {
  readonly config: Config;
  /** Absent without a key: then answers are quotes. */
  readonly remote: RemoteModel | undefined;
  readonly records: Records;
  readonly library: Library;
  readonly tools: readonly Tool[];
  /** Of connectors, for this viewer. */
  readonly outsideTools?: (viewer: Viewer) => Promise<readonly Tool[]>;
  readonly skills: { readonly answers: AnswerSkills; readonly referrals: Referrals };
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly today: () => IsoDate;
  readonly viewerFor: (asker: { readonly person?: string; readonly place?: string }) => Promise<Viewer>;
  readonly log: Log;
}

/** What answers are made with, chosen by the configuration and wired. */
export interface AnswerParts {
  readonly answers: AnswerQuestion;
  /** Asks the question of a recorded answer again, leaving no trace. */
  replay(id: string, signal: AbortSignal): Promise<Replay>;
  /** Asks the side model whether an answer's statements follow from their clauses; absent without one. */
  readonly judge?: (question: string, answer: Answer, signal: AbortSignal) => Promise<Judgement | undefined>;
}

export function createAnswerParts(deps: AnswerPartsDeps): AnswerParts {
  const { config, remote, records, library, tools, outsideTools, skills, now, today, viewerFor, log } = deps;
  const extractive = createExtractiveModel({
    contradicts: (a, b) => contradict({ ...a, title: a.document }, { ...b, title: b.document }),
  });
  const { answerUsd, dayUsd } = config.limits;
  const remember = config.memory.enabled ? [createRemember({ memories: records.memories, now })] : [];
  const { sideModel: side } = config.model;
  const besides = side === undefined ? undefined : remote?.variant({ model: side });
  const sideModel = besides && withBreaker(besides, { now, log });
  const meter = createMeter({
    spend: records.spend,
    costOf: (model, usage) => (model === extractive.name ? 0 : costOf(usage, priceOf(model, config.prices))),
    ...{ dayUsd, today, log },
  });
  const parts: AnswerQuestionDeps = {
    model: remote === undefined ? extractive : withBreaker(remote, { now, log }),
    fallback: remote === undefined ? undefined : extractive,
    ...(sideModel && { sideModel }),
    meter,
    tools: [...tools, ...remember],
    ...(outsideTools && { outsideTools }),
    ...{ records, library, now, log },
    applicability: {
      bestSentences: bestOf,
      ...(config.memory.enabled && {
        remember: (person, profile) => rememberProfile(records.memories, person, profile, now()),
      }),
    },
    skills: skills.answers,
    precedence: config.precedence,
    refuseBelow: async () => config.model.refuseBelow ?? (await readCalibration(records.flags)),
    referrals: skills.referrals,
    newId: randomUUID,
    process: randomUUID(),
    limits: {
      ...config.limits,
      answerUsd,
      maxTokens: config.model.maxTokens,
      approvalMinutes: config.approvals.minutes,
    },
  };
  return {
    answers: createAnswerQuestion(parts),
    replay: (id, signal) => replayAnswer(id, { ...parts, viewerFor, today }, signal),
    ...(sideModel && {
      judge: (question, answer, signal) => judgeAnswer(question, answer, { sideModel, meter, now, log }, signal),
    }),
  };
}

function bestOf(question: string, hits: readonly SearchHit[]) {
  const results = hits.map(({ version, passage }) => toSearchResult(version, passage));
  return bestSentences(question, results).map((sentences) =>
    sentences.map(({ result, text, score }) => ({ passage: hits[result]?.passage.id ?? '', text, score })),
  );
}
