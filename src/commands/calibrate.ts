import { dropCalibration, readCalibration, storeCalibration } from '../calibration.ts';
import type { Config } from '../config.ts';
import { BylawError } from '../errors.ts';
import type { EvaluateDeps } from '../evaluation/evaluate.ts';
import type { GoldQuestion } from '../evaluation/gold.ts';
import { chooseThreshold, judgeRefusals, pointAt } from '../evaluation/refusal.ts';
import type { Source } from '../ingest/sources/source.ts';
import { type CommandContext, type ExitStatus, printJson } from './command.ts';
import { embed } from './index-documents.ts';
import { withRecords } from './open-records.ts';
import { bar, createProgressLine } from './progress.ts';
import { withApp } from './running-app.ts';
import { syncText } from './sync-text.ts';

const leastQuestions = 10;
const mostFalse = 0.05;

export interface CalibrationSubject {
  readonly config: Config;
  readonly sources?: readonly Source[];
  readonly questions: readonly GoldQuestion[];
  readonly goldId: (document: string) => string;
}

/** Finds how sure quotes must be on questions of which some have no answer, and stores it for the configured library. */
export async function calibrate(context: CommandContext, subject: CalibrationSubject): Promise<ExitStatus> {
  const count = (answerable: boolean) => subject.questions.filter((each) => each.answerable === answerable).length;
  const [answerable, unanswerable] = [count(true), count(false)];
  if (answerable < leastQuestions || unanswerable < leastQuestions) {
    throw new BylawError(
      'usage',
      `--calibrate needs ${leastQuestions} answerable questions and as many without an answer; here are ${answerable} and ${unanswerable}: add lines with "answerable": false to queries.jsonl`,
    );
  }
  // What is measured refuses nothing, and asks no language model.
  const { config } = subject;
  const environment = { ...config.environment, ANTHROPIC_API_KEY: undefined, MODEL_API_KEY: undefined };
  const plain: Config = {
    ...config,
    environment: { ...environment, MODEL_BASE_URL: undefined },
    model: { ...config.model, refuseBelow: 0 },
  };
  const line = createProgressLine(context.stderr);
  const judged = await withApp(
    context,
    async (app) => {
      await syncText(app, context);
      await embed(app, context);
      const deps: EvaluateDeps = {
        ...{ ...app, viewer: await app.viewer(), goldId: subject.goldId, signal: context.signal },
        onProgress: (done, total) => line.show(`Questions ${bar(done, total)}`),
      };
      return await judgeRefusals(subject.questions, deps).finally(() => line.end());
    },
    { config: plain, ...(subject.sources && { sources: subject.sources }) },
  );
  const threshold = chooseThreshold(judged, mostFalse);
  const { coverage, right, falseAnswers } = pointAt(judged, threshold);
  await withRecords(context, async ({ flags }) => storeCalibration(flags, threshold, Date.now()));
  const percent = (share: number) => Math.round(share * 1000) / 10;
  const found = {
    ...{ threshold, answered_percent: percent(coverage), right_percent: percent(right) },
    ...{ false_answers_percent: percent(falseAnswers), answerable, unanswerable },
  };
  if (context.json) printJson(context, found);
  else context.stdout.write(reportOf(found, config.model.refuseBelow));
  return 0;
}

/** Undoes it: what is usual for a library of that size counts again. */
export async function uncalibrate(context: CommandContext): Promise<ExitStatus> {
  const before = await withRecords(context, async ({ flags }) => {
    const threshold = await readCalibration(flags);
    await dropCalibration(flags);
    return threshold;
  });
  if (context.json) printJson(context, { before: before ?? null });
  else
    context.stdout.write(
      before === undefined
        ? 'No threshold was stored.\n'
        : `The stored threshold ${before} is gone; the usual one counts.\n`,
    );
  return 0;
}

interface Found {
  readonly threshold: number;
  readonly answered_percent: number;
  readonly right_percent: number;
  readonly false_answers_percent: number;
  readonly answerable: number;
  readonly unanswerable: number;
}

function reportOf(found: Found, configured: number | undefined): string {
  const use =
    configured === undefined
      ? `${found.threshold === 0 ? 'From now on no quotes are refused' : 'From now on quotes that are less sure are refused'}; evaluate --uncalibrate undoes it.`
      : `It is not used while model.refuseBelow is set, to ${configured}: take that out of bylaw.yaml.`;
  return [
    `Threshold ${found.threshold}: of ${found.answerable} answerable questions ${found.answered_percent} % are answered,`,
    `${found.right_percent} % from a passage that answers; of ${found.unanswerable} without an answer ${found.false_answers_percent} % are answered.`,
    `${use}\n`,
  ].join('\n');
}
