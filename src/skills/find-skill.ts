import type { Skill } from './skill.ts';
import { type Terms, termsOf } from './skill-terms.ts';

export interface FoundSkill {
  readonly skill: Skill;
  /** Above 0; comparable within one answer only. */
  readonly score: number;
}

export interface SkillFinder {
  /** Embeds skills that are not yet, such as at start: 500 take the built-in embedder seconds. Without it `find` does. */
  prepare(skills: readonly Skill[]): Promise<void>;
  /** Up to `limit` of the skills that fit, best first; none for a greeting. */
  find(query: string, skills: readonly Skill[], limit?: number): Promise<readonly FoundSkill[]>;
}

export interface SkillFinderDeps {
  /** Unit vectors, one a text, in order; adds likeness of meaning to that of words. Absent means words alone. */
  readonly embed?: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
}

/** Ranks skills by the words and concepts that a question shares with their names and descriptions. */
export function createSkillFinder({ embed }: SkillFinderDeps = {}): SkillFinder {
  const vectors = new WeakMap<Skill, Float32Array>();

  async function prepare(skills: readonly Skill[]): Promise<void> {
    const missing = skills.filter((skill) => !vectors.has(skill));
    if (embed === undefined || missing.length === 0) return;
    const made = await embed(missing.map((skill) => `${words(skill.name)}. ${skill.description}`));
    for (const [i, skill] of missing.entries()) vectors.set(skill, made[i] ?? new Float32Array());
  }

  async function likeness(query: string, skills: readonly Skill[]): Promise<readonly number[]> {
    if (embed === undefined) return skills.map(() => 0);
    await prepare(skills);
    const [asked = new Float32Array()] = await embed([query]);
    return skills.map((skill) => dot(asked, vectors.get(skill) ?? new Float32Array()));
  }

  return {
    prepare,
    async find(query, skills, limit = 5) {
      const asked = termsOf(query);
      // Without a word that says anything, vectors would still find the least unlike.
      if (asked.words.size + asked.concepts.size === 0 || skills.length === 0) return [];
      const lexical = scoreByWords(asked, skills);
      const best = Math.max(...lexical);
      const cosines = await likeness(query, skills);
      return skills
        .map((skill, i) => {
          const cosine = cosines[i] ?? 0;
          const score = (best > 0 ? (lexical[i] ?? 0) / best : 0) + (cosine >= leastCosine ? vectorWeight * cosine : 0);
          return { skill, score };
        })
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1))
        .slice(0, limit);
    },
  };
}

const vectorWeight = 0.5;
const leastCosine = 0.3;
const conceptWeight = 1.6;
const nameWeight = 0.6;
/** Of what is asked, by weight, where only words and no concept fit. */
const leastShare = 0.3;
const lengthShare = 0.15;

interface IndexedSkill {
  readonly all: Terms;
  readonly name: Terms;
}

const indexed = new WeakMap<Skill, IndexedSkill>();

function indexOf(skill: Skill): IndexedSkill {
  const known = indexed.get(skill);
  if (known !== undefined) return known;
  const name = words(skill.name);
  const made = { all: termsOf(`${name} ${skill.description}`), name: termsOf(name) };
  indexed.set(skill, made);
  return made;
}

function scoreByWords(asked: Terms, skills: readonly Skill[]): number[] {
  const terms = skills.map(indexOf);
  const meanWords = terms.reduce((sum, { all }) => sum + all.words.size, 0) / terms.length;
  const weigh = (kind: keyof Terms, factor: number) =>
    [...asked[kind]].map((term) => {
      const holders = terms.filter(({ all }) => all[kind].has(term)).length;
      return { kind, term, weight: factor * Math.log(1 + (terms.length - holders + 0.5) / (holders + 0.5)), holders };
    });
  const weighed = [...weigh('words', 1), ...weigh('concepts', conceptWeight)];
  const whole = weighed.reduce((sum, { kind, weight }) => sum + (kind === 'words' ? weight : 0), 0);
  return terms.map(({ all, name }) => {
    let score = 0;
    let share = 0;
    let fits = false;
    for (const { kind, term, weight } of weighed) {
      if (!all[kind].has(term)) continue;
      score += weight * (1 + (name[kind].has(term) ? nameWeight : 0));
      if (kind === 'concepts') fits = true;
      else share += weight;
    }
    if (!fits && share < leastShare * whole) return 0;
    return score / (1 - lengthShare + lengthShare * (all.words.size / meanWords));
  });
}

function words(name: string): string {
  return name.replace(/[-_]+/g, ' ');
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
