import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createUseLiteEmbedder } from '../../src/embeddings/use-lite.ts';
import { estimateTokens } from '../../src/estimate-tokens.ts';
import { silentLog } from '../../src/log.ts';
import { createSkillCatalog } from '../../src/skills/catalog.ts';
import { catalogText } from '../../src/skills/catalog-text.ts';
import { createSkillFinder, type SkillFinder } from '../../src/skills/find-skill.ts';
import type { Skill } from '../../src/skills/skill.ts';
import { syntheticSkills, writeSkills } from '../../test/skills/synthetic-skills.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'The shipped skills among 500: discovery, time of a question, size of the prompt, and what find_skill finds. Tokens are estimated: 3.5 ASCII characters each, one for every other character.';

const installed = 500;
const questionsTimed = 200;
const runs = 5;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-skills-'));
  const shipped = fileURLToPath(new URL('../../skills', import.meta.url));
  const open = (roots: readonly string[]) => createSkillCatalog({ roots, log: silentLog, now: Date.now });
  try {
    const few = open([shipped]);
    await few.start();
    const own = few.list({});
    writeSkills(folder, syntheticSkills(installed - own.length));
    const discovery: number[] = [];
    let catalog = few;
    for (let i = 0; i < runs; i += 1) {
      catalog = open([shipped, folder]);
      discovery.push(await timed(() => catalog.start()));
    }
    const skills = catalog.list({});
    if (skills.length !== installed) throw new Error(`${skills.length} skills were found instead of ${installed}`);
    const full = catalogText(own);
    const shortened = catalogText(skills);
    const perQuestion = await questionTimes(async () => {
      await catalog.refresh();
      catalogText(catalog.list({ place: 'C1', roles: ['staff'], by: 'model' }));
    });
    await catalog.stop();
    return [
      row(`${installed} skills, discovery, median of ${runs}`, middle(discovery), 'ms', 'under 500'),
      row(`${installed} skills, discovery, slowest`, Math.max(...discovery), 'ms'),
      row('time a question, p50', percentile(perQuestion, 0.5), 'ms', 'at most 5'),
      row('time a question, p95', percentile(perQuestion, 0.95), 'ms', 'at most 5'),
      row(`always loaded, ${installed} skills`, shortened.tokens, 'tokens (estimated)', 'at most 10000'),
      row(`always loaded, the ${own.length} shipped skills`, full.tokens, 'tokens (estimated)'),
      row(
        'instructions of a shipped skill, mean',
        mean(own.map(({ body }) => estimateTokens(body))),
        'tokens (estimated)',
      ),
      row(
        'instructions of a shipped skill, largest',
        Math.max(...own.map(({ body }) => estimateTokens(body))),
        'tokens (estimated)',
      ),
      ...(await findings(skills)),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Labelled {
  readonly question: string;
  readonly skill: string;
  readonly sensitive?: boolean;
}

async function findings(skills: readonly Skill[]): Promise<BenchmarkRow[]> {
  const questions = read('questions.jsonl');
  const further = read('further-questions.jsonl');
  const finder = createSkillFinder();
  const embedder = createUseLiteEmbedder();
  await embedder.start();
  try {
    const both = createSkillFinder({ embed: (texts) => embedder.embed(texts, { purpose: 'question' }) });
    const sensitive = questions.filter((row) => row.sensitive === true);
    const times: number[] = [];
    for (const { question } of questions) times.push(await timed(() => finder.find(question, skills)));
    return [
      row('find_skill, recall@5 on 60 questions', await recall(finder, questions, skills), '%', 'at least 90'),
      row('same, the sensitive ones', await recall(finder, sensitive, skills), '%', '100'),
      row('same, with the built-in embedder', await recall(both, questions, skills), '%'),
      row(`recall@5 on ${further.length} further questions`, await recall(finder, further, skills), '%'),
      row('same, with the built-in embedder', await recall(both, further, skills), '%'),
      row('find_skill by words, p95', percentile(times, 0.95), 'ms'),
    ];
  } finally {
    await embedder.stop();
  }
}

async function recall(finder: SkillFinder, questions: readonly Labelled[], skills: readonly Skill[]): Promise<number> {
  let hits = 0;
  for (const { question, skill } of questions) {
    const found = await finder.find(question, skills, 5);
    if (found.some((candidate) => candidate.skill.name === skill)) hits += 1;
  }
  return (100 * hits) / questions.length;
}

function read(name: string): Labelled[] {
  const text = readFileSync(new URL(`../../test/skills/${name}`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function questionTimes(ask: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < questionsTimed; i += 1) {
    times.push(await timed(ask));
    // What a check leaves over is done between questions.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function row(figure: string, value: number, unit: string, target?: string): BenchmarkRow {
  return { figure, value: Math.round(value * 100) / 100, unit, ...(target === undefined ? {} : { target }) };
}

function percentile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function middle(values: readonly number[]): number {
  return percentile(values, 0.5);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
