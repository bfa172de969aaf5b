import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from '../../src/app.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import { type EvaluateDeps, type JudgedQuestion, judgeRetrieval } from '../../src/evaluation/evaluate.ts';
import { type GoldQuestion, readCorpus, readQuestions } from '../../src/evaluation/gold.ts';
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

/** Where what was indexed of a set is kept between runs. */
export function stateFolder(set: string, maxChars: number): string {
  return join(root, '.bylaw', 'benchmarks', `${set}-${maxChars}`);
}

export interface SetSettings {
  readonly maxChars: number;
  readonly provider: 'use-lite' | 'none';
  /** Of the vectors; absent means the embedder's own. */
  readonly weight?: number;
  /** Quotes less sure than this are no answer; absent means the default. */
  readonly refuseBelow?: number;
}

/** Indexes a set, waits for its vectors and judges every answerable question. State is kept, so a second run is quick. */
export async function retrieve(set: QuestionSet, settings: SetSettings): Promise<JudgedQuestion[]> {
  return withQuestions(set, settings, judgeRetrieval);
}

/** Indexes a set, or the sample policies, and hands its questions to `judge`. No key is used, whatever is set. */
export async function withQuestions<Result>(
  set: QuestionSet | 'policies',
  settings: SetSettings,
  judge: (questions: readonly GoldQuestion[], deps: EvaluateDeps) => Promise<Result>,
): Promise<Result> {
  const folder = set === 'policies' ? join(root, set) : dataFolder(set);
  const entries = readCorpus(folder);
  const documents = entries?.map(({ scope, ...entry }) => ({ ...entry, tags: scope === undefined ? [] : [scope] }));
  const name = documents === undefined ? set : 'corpus';
  const defaults = loadConfig({ cwd: root, argumentFolder: root, env: {} });
  const config: Config = {
    ...defaults,
    sources: [{ kind: 'folder', name, folder }],
    glossary: undefined,
    data: stateFolder(set, settings.maxChars),
    chunks: { maxChars: settings.maxChars },
    model: { ...defaults.model, refuseBelow: settings.refuseBelow },
    embeddings: { ...defaults.embeddings, provider: settings.provider, weight: settings.weight },
  };
  const app = await createApp(config, {
    logLine: (line) => process.stderr.write(line),
    logLevel: 'warn',
    sources: documents && [createCorpusSource(name, documents)],
  });
  const signal = new AbortController().signal;
  try {
    await app.start();
    await app.sync.run();
    const { embedded } = await app.library.embedPending({ signal });
    process.stderr.write(`${set}: ${embedded} texts embedded\n`);
    const goldId = (document: string) => document.slice(`${name}/`.length);
    return await judge(readQuestions(join(folder, 'queries.jsonl')), {
      ...app,
      viewer: await app.viewer(),
      goldId,
      signal,
    });
  } finally {
    await app.stop();
  }
}
