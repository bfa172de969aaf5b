import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, createApp } from '../../src/app.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { type JudgedQuestion, judgeRetrieval } from '../../src/evaluation/evaluate.ts';
import { readCorpus, readQuestions } from '../../src/evaluation/gold.ts';
import { createCorpusSource } from '../../src/ingest/sources/corpus.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The public question sets, which lie beside the checkout. */
export const questionSets = ['tts-handbook', 'sourcegraph-handbook', 'northwind', 'conditionalqa', 'policyqa'] as const;
export type QuestionSet = (typeof questionSets)[number];

export function dataFolder(set: QuestionSet): string {
  const folder = join(root, '..', 'shared', 'data', set);
  if (!existsSync(folder)) throw new Error(`${folder} is missing: the question sets are needed for this benchmark`);
  return folder;
}

/** Indexes a set, waits for its vectors and judges every answerable question. State is kept, so a second run is quick. */
export async function retrieve(
  set: QuestionSet,
  settings: { maxChars: number; provider: 'use-lite' | 'none' },
): Promise<JudgedQuestion[]> {
  const folder = dataFolder(set);
  const questions = readQuestions(join(folder, 'queries.jsonl'));
  const entries = readCorpus(folder) ?? [];
  const documents = entries.map(({ scope, ...entry }) => ({ ...entry, tags: scope === undefined ? [] : [scope] }));
  const defaults = loadConfig({ cwd: root, argumentFolder: root, env: {} });
  const config: Config = {
    ...defaults,
    data: join(root, '.bylaw', 'benchmarks', `${set}-${settings.maxChars}`),
    chunks: { maxChars: settings.maxChars },
    embeddings: { ...defaults.embeddings, provider: settings.provider },
  };
  const app = await createApp(config, {
    logLine: (line) => process.stderr.write(line),
    logLevel: 'warn',
    sources: [createCorpusSource('corpus', documents)],
  });
  try {
    return await judgeAll(app, set, questions);
  } finally {
    await app.stop();
  }
}

async function judgeAll(
  app: App,
  set: QuestionSet,
  questions: ReturnType<typeof readQuestions>,
): Promise<JudgedQuestion[]> {
  const signal = new AbortController().signal;
  await app.start();
  await app.sync.run();
  const { embedded } = await app.library.embedPending({ signal });
  process.stderr.write(`${set}: ${embedded} texts embedded\n`);
  return judgeRetrieval(questions, {
    ...app,
    viewer: app.viewer(),
    goldId: (document) => document.slice('corpus/'.length),
    signal,
  });
}
