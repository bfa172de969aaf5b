import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import type { Answer } from '../domain.ts';
import { BylawError } from '../errors.ts';
import { type EvaluateDeps, judgeAnswers, judgeRetrieval, summarize } from '../evaluation/evaluate.ts';
import { type GoldQuestion, readCorpus, readQuestions } from '../evaluation/gold.ts';
import { type AnsweredQuestion, getSecondOpinion, type SecondOpinion } from '../evaluation/second-opinion.ts';
import { createCorpusSource } from '../ingest/sources/corpus.ts';
import type { Source } from '../ingest/sources/source.ts';
import { printable } from '../printable.ts';
import { type Command, type CommandContext, printJson, textOption } from './command.ts';
import { embed } from './index-documents.ts';
import { numberOption } from './number-option.ts';
import { bar, createProgressLine } from './progress.ts';
import { withApp } from './running-app.ts';
import { syncText } from './sync-text.ts';

export const evaluateCommand: Command = {
  name: 'evaluate',
  summary: 'Measure retrieval (and answers) on questions with known sources.',
  usage: '[DIR]',
  words: { min: 0, max: 1 },
  options: [
    { name: 'answers', help: 'also answer every question and count right, abstained and wrong' },
    {
      ...{ name: 'judge', value: 'N' },
      help: 'of N answers (implies --answers) ask model.sideModel which statements do not follow from their clauses',
    },
    {
      name: 'calibrate',
      help: 'find how sure quotes must be for at most 5 % false answers, and use it from now on; needs questions without an answer',
    },
    { name: 'uncalibrate', help: 'forget what --calibrate found: the usual threshold counts again' },
  ],
  details: `DIR holds queries.jsonl (id, text, relevant, optional span, scope, answerable, answer) and corpus.jsonl (id, title,
text, source, optional section, scope) or a folder docs/. Without DIR: the configured sources and their own queries.jsonl.
With --json: {queries, recall@1, recall@3, recall@5, recall@10, mrr@10, ndcg@10, p50_ms, p95_ms} over the answerable
questions; with --answers also right, abstained, wrong; with --judge also judged_answers, judged_statements and doubts (question,
text, quotes, reason). A doubt is a model's opinion: read the clause.
--calibrate needs at least 10 answerable questions and 10 with "answerable": false. It is about answers without a language
model. With --json: {threshold, answered_percent, right_percent, false_answers_percent, answerable, unanswerable}.`,
  run: async (context) => {
    if (context.options.uncalibrate === true) return await (await import('./calibrate.ts')).uncalibrate(context);
    const subject = context.words[0] === undefined ? configured(context.config) : folder(context, context.words[0]);
    if (context.options.calibrate === true) return await (await import('./calibrate.ts')).calibrate(context, subject);
    const work = (app: App) => evaluate(app, context, subject);
    await withApp(context, work, { config: subject.config, sources: subject.sources });
    return 0;
  },
};

interface Subject {
  readonly config: Config;
  readonly sources?: readonly Source[];
  readonly questions: readonly GoldQuestion[];
  readonly goldId: (document: string) => string;
}

async function evaluate(app: App, context: CommandContext, subject: Subject): Promise<void> {
  const asked = judgedAnswers(app, context);
  await syncText(app, context);
  await embed(app, context);
  const line = createProgressLine(context.stderr);
  const deps: EvaluateDeps = {
    ...app,
    viewer: await app.viewer(),
    goldId: subject.goldId,
    signal: context.signal,
    onProgress: (done, total) => line.show(`Questions ${bar(done, total)}`),
  };
  const retrieval = summarize(await judgeRetrieval(subject.questions, deps).finally(() => line.end()));
  const given: AnsweredQuestion[] = [];
  const onAnswer = ({ id, text }: GoldQuestion, answer: Answer) => void given.push({ id, text, answer });
  const answers =
    context.options.answers === true || asked !== undefined
      ? await judgeAnswers(subject.questions, { ...deps, onAnswer }).finally(() => line.end())
      : {};
  const opinion =
    asked && (await getSecondOpinion(given, asked.count, { ...deps, ...asked }).finally(() => line.end()));
  if (context.json) printJson(context, { ...retrieval, ...answers, ...opinion });
  else context.stdout.write(figuresText({ ...retrieval, ...answers }) + (opinion ? opinionText(opinion) : ''));
}

function judgedAnswers({ judge }: App, context: CommandContext) {
  if (textOption(context, 'judge') === undefined) return undefined;
  const count = numberOption(context, 'judge', { fallback: 1, most: 10_000 });
  if (judge !== undefined) return { judge, count };
  throw new BylawError('usage', '--judge asks a second model: set model.sideModel and the key of its API');
}

function figuresText(figures: object): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name.padEnd(10)} ${value}\n`)
    .join('');
}

function opinionText({ judged_answers, judged_statements, doubts }: SecondOpinion): string {
  const found = doubts.map(({ question, text, quotes, reason }) =>
    [`\n${question}: ${text}`, ...quotes.map((quote) => `  “${quote}”`), `  ${reason}\n`].join('\n'),
  );
  return figuresText({ judged_answers, judged_statements, doubts: doubts.length }) + printable(found.join(''));
}

/** The library as it is set up, with the questions that its owners wrote beside their policies. */
function configured(config: Config): Subject {
  const folders = config.sources.flatMap((source) => (source.kind === 'folder' ? [source.folder] : []));
  const files = folders.map((folder) => join(folder, 'queries.jsonl')).filter((file) => existsSync(file));
  if (files.length === 0) {
    const places = folders.length === 0 ? 'any folder of sources' : folders.join(', ');
    throw new BylawError('usage', `there is no queries.jsonl in ${places}: write one, or name a folder that has one`);
  }
  const names = config.sources.map((source) => `${source.name}/`);
  const goldId = (document: string) => document.slice(names.find((name) => document.startsWith(name))?.length ?? 0);
  return { config, questions: files.flatMap(readQuestions), goldId };
}

/** A folder of its own never touches the real index: it is kept beside it, so that a second run embeds nothing. */
function folder(context: CommandContext, word: string): Subject {
  const place = resolve(context.cwd, word);
  if (!existsSync(place) || !statSync(place).isDirectory()) throw new BylawError('usage', `${place} is not a folder`);
  const questions = readQuestions(join(place, 'queries.jsonl'));
  const data = join(context.config.data, 'evaluations', createHash('sha256').update(place).digest('hex').slice(0, 12));
  const corpus = readCorpus(place);
  if (corpus !== undefined) {
    const documents = corpus.map(({ scope, ...entry }) => ({ ...entry, tags: scope === undefined ? [] : [scope] }));
    const goldId = (document: string) => document.slice('corpus/'.length);
    return {
      config: { ...context.config, data },
      sources: [createCorpusSource('corpus', documents)],
      questions,
      goldId,
    };
  }
  const docs = join(place, 'docs');
  if (!existsSync(docs)) throw new BylawError('usage', `${place} has neither corpus.jsonl nor a folder docs`);
  const sources = [{ kind: 'folder', name: 'docs', folder: docs } as const];
  return {
    config: { ...context.config, data, sources },
    questions,
    goldId: (document) => document.slice('docs/'.length),
  };
}
