import type { Question, Viewer } from '../domain.ts';
import type { Model } from '../models/model.ts';
import type { Skill } from '../skills/skill.ts';
import type { Tool } from '../tools/tool.ts';
import type { Conversation } from './conversation.ts';

/** The skills of this installation, as answers use them. */
export interface AnswerSkills {
  /** Takes over what changed on disk; called between turns. */
  refresh(): Promise<void>;
  /**
   * What a question of this viewer may use; unchanged by a later refresh. Names of skills that a person started in the
   * conversation add those, also where the model may not load them by itself.
   */
  offer(viewer: Viewer, started: readonly string[]): Promise<SkillOffer>;
  /** Those that this viewer may start by name, sorted. */
  startable(viewer: Viewer): readonly Skill[];
}

export interface SkillOffer {
  /** Those that may be used, sorted by name; with none there are no tools. */
  readonly skills: readonly Skill[];
  /** Names and descriptions for the system prompt; empty where the model may load none. */
  readonly catalog: string;
  readonly tools: readonly Tool[];
  /** What loading gives, whoever loads. */
  content(skill: Skill): string;
  /** The model that a skill asks for; undefined for the one that answers anyway. */
  modelFor(skill: Skill): Model | undefined;
}

/** A question with what it may use of skills. */
export interface SkillUse {
  /** Without the name of a skill that it starts: what there is to search for. */
  readonly plain: Question;
  readonly started: Skill | undefined;
  /** Absent where there are none, or nothing that can follow them. */
  readonly offer: SkillOffer | undefined;
}

/** The name of the model that quotes, which follows no skill. */
export const quoting = 'extractive';

/** Finds what a question may use of skills, and notes the one that it starts. */
export async function findSkills(
  question: Question,
  conversation: Conversation,
  { skills, model }: { readonly skills?: AnswerSkills; readonly model: Model },
): Promise<SkillUse> {
  if (skills === undefined) return { plain: question, started: undefined, offer: undefined };
  await skills.refresh();
  const found = startedSkill(question.text, skills.startable(question.viewer));
  const plain = found === undefined ? question : { ...question, text: found.rest || found.skill.description };
  if (model.name === quoting) return { plain, started: found?.skill, offer: undefined };
  if (found) conversation.started = [...new Set([...(conversation.started ?? []), found.skill.name])];
  const offer = await skills.offer(question.viewer, conversation.started ?? []);
  return { plain, started: found?.skill, offer: offer.skills.length > 0 ? offer : undefined };
}

/** The skill that a question starts by its name, as `leave-entitlement how much …` does, and the words after it. */
export function startedSkill(
  text: string,
  startable: readonly Skill[],
): { readonly skill: Skill; readonly rest: string } | undefined {
  const [, quote = '', written = ''] = /^\s*\/?(`?)\/?(.*)$/su.exec(text) ?? [];
  // The longest first, since the name of one skill may begin that of another.
  for (const skill of [...startable].sort((a, b) => b.name.length - a.name.length)) {
    const rest = afterName(written, skill.name, quote);
    if (rest !== undefined) return { skill, rest };
  }
  return undefined;
}

function afterName(text: string, name: string, quote: string): string | undefined {
  const words = name.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  const pattern = new RegExp(`^${words.join('\\s+')}${quote}(?:[:,]\\s*|\\s+|$)(.*)$`, 'is');
  return pattern.exec(text)?.[1]?.trim();
}
