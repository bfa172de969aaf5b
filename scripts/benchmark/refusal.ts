import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readQuestions } from '../../src/evaluation/gold.ts';
import { chooseThreshold, type JudgedRefusal, judgeRefusals, pointAt } from '../../src/evaluation/refusal.ts';
import { drawRiskCoverage } from '../refusal/draw-risk-coverage.ts';
import { dataFolder, type QuestionSet, withQuestions } from './handbook-data.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Quotes that refuse: how much is answered, and how often what has no answer, at the default threshold and at one chosen on the other sets; draws docs/refusal.svg.';

/** Sets with questions that their documents don't answer, as someone has checked. */
const checked: readonly (QuestionSet | 'policies')[] = ['policies', 'northwind', 'conditionalqa'];

/** Handbooks asked the questions of another one: some of these are answered by chance, so that they choose nothing. */
const foreign: readonly (readonly [asked: QuestionSet, questionsOf: QuestionSet])[] = [
  ['tts-handbook', 'sourcegraph-handbook'],
  ['sourcegraph-handbook', 'tts-handbook'],
];

const mostFalse = 0.05;
const picture = join(fileURLToPath(new URL('../..', import.meta.url)), 'docs', 'refusal.svg');

export async function run(): Promise<readonly BenchmarkRow[]> {
  const judged = new Map<string, JudgedRefusal[]>();
  for (const set of checked) judged.set(set, await judgeSet(set));
  const rows = [...judged].flatMap(([name, own]) => {
    const others = [...judged].filter(([other]) => other !== name).map(([, each]) => each);
    const leftOut = Math.max(...others.map((each) => chooseThreshold(each, mostFalse)));
    return [
      ...rowsAt(`${name}, default`, own, usualLeast(own), true),
      ...rowsAt(`${name}, chosen on the others`, own, leftOut, false),
      ...rowsAt(`${name}, chosen on itself`, own, chooseThreshold(own, mostFalse), false),
    ];
  });
  for (const [asked, questionsOf] of foreign) {
    const name = `${asked}, asked ${questionsOf}'s questions as well`;
    const own = await judgeSet(asked, questionsOf);
    judged.set(name, own);
    rows.push(...rowsAt(`${name}, default`, own, usualLeast(own), false));
  }
  writeFileSync(picture, drawRiskCoverage(judged));
  return rows;
}

async function judgeSet(set: QuestionSet | 'policies', questionsOf?: QuestionSet): Promise<JudgedRefusal[]> {
  const others = questionsOf === undefined ? [] : readQuestions(join(dataFolder(questionsOf), 'queries.jsonl'));
  const unanswerable = others.map(({ id, text }) => ({ id, text, relevant: [], answerable: false }));
  const settings = { maxChars: 1000, provider: 'use-lite', refuseBelow: 0 } as const;
  return withQuestions(set, settings, (own, deps) => judgeRefusals([...own, ...unanswerable], deps));
}

function usualLeast(judged: readonly JudgedRefusal[]): number {
  return judged[0]?.usualLeast ?? 0;
}

function rowsAt(name: string, judged: readonly JudgedRefusal[], threshold: number, hasTarget: boolean): BenchmarkRow[] {
  const { coverage, right, falseAnswers } = pointAt(judged, threshold);
  const [yes, no] = [true, false].map((answerable) => judged.filter((row) => row.answerable === answerable).length);
  const percent = (share: number) => Math.round(share * 1000) / 10;
  return [
    { figure: `${name}: threshold`, value: threshold, unit: 'confidence' },
    { figure: `${name}: answered`, value: percent(coverage), unit: `% of ${yes}` },
    { figure: `${name}: answered from a gold passage`, value: percent(right), unit: `% of ${yes}` },
    {
      ...{ figure: `${name}: false answers`, value: percent(falseAnswers), unit: `% of ${no}` },
      ...(hasTarget && { target: 'at most 5', missed: falseAnswers > mostFalse }),
    },
  ];
}
