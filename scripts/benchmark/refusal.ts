import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readQuestions } from '../../src/evaluation/gold.ts';
import { chooseThreshold, type JudgedRefusal, judgeRefusals, pointAt } from '../../src/evaluation/refusal.ts';
import { drawRiskCoverage } from '../refusal/draw-risk-coverage.ts';
import { dataFolder, type QuestionSet, withQuestions } from './handbook-data.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Quotes that refuse: how much is answered, and how often what has no answer, at the default threshold and at one chosen on the other sets; draws docs/refusal.svg.';

/** Sets with questions that their documents don't answer, and handbooks that are asked another handbook's questions. */
const sets: readonly { readonly set: QuestionSet | 'policies'; readonly foreign?: QuestionSet }[] = [
  { set: 'policies' },
  { set: 'northwind' },
  { set: 'conditionalqa' },
  { set: 'tts-handbook', foreign: 'sourcegraph-handbook' },
  { set: 'sourcegraph-handbook', foreign: 'tts-handbook' },
];

const mostFalse = 0.05;
const picture = join(fileURLToPath(new URL('../..', import.meta.url)), 'docs', 'refusal.svg');

export async function run(): Promise<readonly BenchmarkRow[]> {
  const judged = new Map<string, JudgedRefusal[]>();
  for (const { set, foreign } of sets) {
    const others = foreign === undefined ? [] : readQuestions(join(dataFolder(foreign), 'queries.jsonl'));
    const unanswerable = others.map(({ id, text }) => ({ id, text, relevant: [], answerable: false }));
    const settings = { maxChars: 1000, provider: 'use-lite', refuseBelow: 0 } as const;
    const rows = await withQuestions(set, settings, (own, deps) => judgeRefusals([...own, ...unanswerable], deps));
    judged.set(foreign === undefined ? set : `${set} and foreign questions`, rows);
  }
  mkdirSync(dirname(picture), { recursive: true });
  writeFileSync(picture, drawRiskCoverage(judged));
  return [...judged].flatMap(([name, rows]) => {
    const others = [...judged].filter(([other]) => other !== name).map(([, each]) => each);
    const leftOut = Math.max(...others.map((each) => chooseThreshold(each, mostFalse)));
    return [
      ...rowsAt(`${name}, default`, rows, rows[0]?.usualLeast ?? 0),
      ...rowsAt(`${name}, chosen on the others`, rows, leftOut),
      ...rowsAt(`${name}, chosen on itself`, rows, chooseThreshold(rows, mostFalse)),
    ];
  });
}

function rowsAt(name: string, judged: readonly JudgedRefusal[], threshold: number): BenchmarkRow[] {
  const { coverage, right, falseAnswers } = pointAt(judged, threshold);
  const [yes, no] = [true, false].map((answerable) => judged.filter((row) => row.answerable === answerable).length);
  const percent = (share: number) => Math.round(share * 1000) / 10;
  return [
    { figure: `${name}: threshold`, value: threshold, unit: 'confidence' },
    { figure: `${name}: answered`, value: percent(coverage), unit: `% of ${yes}` },
    { figure: `${name}: answered from a gold passage`, value: percent(right), unit: `% of ${yes}` },
    { figure: `${name}: false answers`, value: percent(falseAnswers), unit: `% of ${no}`, target: '≤ 5' },
  ];
}
