import type { Viewer } from '../domain.ts';
import type { Model } from '../models/model.ts';
import type { Skill } from '../skills/skill.ts';
import type { Tool } from '../tools/tool.ts';

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
