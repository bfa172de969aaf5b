import type { FollowedSkill } from '../domain.ts';
import { BylawError } from '../errors.ts';
import type { Message } from '../models/model.ts';
import type { Skill } from '../skills/skill.ts';
import type { SkillSession, ToolContent } from '../tools/tool.ts';
import type { SkillOffer } from './answer-skills.ts';
import type { Activation, Conversation, OpenTurn } from './conversation.ts';

/** What a turn knows and notes of skills. `messages` are those that the model gets, so that what was cut off counts as gone. */
export interface TurnSkills {
  session(callId: string, messages: readonly Message[], signal: AbortSignal): SkillSession;
  /** Why a tool with side effects may not run while these skills are followed; undefined if it may. */
  refusal(tool: string, messages: readonly Message[]): string | undefined;
  /** Whether instructions of a skill bear on the reply. */
  isFollowing(messages: readonly Message[]): boolean;
}

export type RunAlone = (skill: Skill, task: string | undefined, signal: AbortSignal) => Promise<readonly ToolContent[]>;

export interface TurnSkillsOptions {
  readonly conversation: Conversation;
  readonly turn: OpenTurn;
  readonly offer: SkillOffer;
}

export function createTurnSkills(options: TurnSkillsOptions & { readonly runAlone: RunAlone }): TurnSkills {
  const { conversation, turn, runAlone } = options;
  return {
    session: (callId, messages, signal) => ({
      callId,
      activate(skill, content) {
        noteFollowed(turn, skill);
        const stands = holdsText(messages, content) || isOnItsWay(options, skill, callId);
        if (!stands || entryOf(conversation, skill) === undefined) noteActivation(conversation, skill, callId);
        return !stands;
      },
      noteRun(run) {
        noteFollowed(turn, { name: run.skill, version: run.version });
        turn.scripts = [...(turn.scripts ?? []).filter(({ source }) => source !== run.source), run];
      },
      runAlone: async (skill, task) => {
        noteFollowed(turn, skill);
        return runAlone(skill, task, signal);
      },
    }),
    refusal: (tool, messages) => refusalBy(tool, activeSkills(options, messages)),
    isFollowing: (messages) => activeSkills(options, messages).length > 0,
  };
}

/** Skills that bear on a turn's reply, by name: those that it used, and those whose instructions it was sent. */
export function followedSkills(options: TurnSkillsOptions, messages: readonly Message[]): FollowedSkill[] {
  for (const skill of activeSkills(options, messages)) noteFollowed(options.turn, skill);
  return (options.turn.followed ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function activeSkills(options: TurnSkillsOptions, messages: readonly Message[]): Skill[] {
  const { conversation, offer } = options;
  return offer.skills.filter((skill) => {
    if (entryOf(conversation, skill) === undefined) return false;
    return holdsText(messages, offer.content(skill)) || isOnItsWay(options, skill);
  });
}

function entryOf({ skills = [] }: Conversation, skill: Skill): Activation | undefined {
  return skills.find(({ name, version }) => name === skill.name && version === skill.version);
}

/** Whether another call of the same reply is bringing the skill. */
function isOnItsWay({ conversation, turn }: TurnSkillsOptions, skill: Skill, callId?: string): boolean {
  const entry = entryOf(conversation, skill);
  if (entry === undefined || entry.call === callId) return false;
  return (turn.pending ?? []).some(({ id, result }) => id === entry.call && result?.isError !== true);
}

/** For a skill in a context of its own: its runs count for the turn it works for, and it starts no other. */
export function createNestedSkills(outer: TurnSkills, skill: Skill): TurnSkills {
  return {
    session: (callId, messages, signal) => ({
      ...outer.session(callId, messages, signal),
      activate: () => true,
      runAlone: async () => {
        throw new BylawError('tool_input', 'A skill that runs on its own can’t start another.');
      },
    }),
    refusal: (tool) => refusalBy(tool, [skill]),
    isFollowing: () => true,
  };
}

function noteActivation(conversation: Conversation, { name, version }: Skill, call: string): void {
  const others = (conversation.skills ?? []).filter((entry) => entry.name !== name);
  conversation.skills = [...others, { name, version, call }];
}

function noteFollowed(turn: OpenTurn, { name, version }: FollowedSkill): void {
  const known = turn.followed ?? [];
  if (!known.some((skill) => skill.name === name && skill.version === version)) {
    turn.followed = [...known, { name, version }];
  }
}

/** Whether a text stands in the messages as a block of its own. */
function holdsText(messages: readonly Message[], text: string): boolean {
  return messages.some(({ role, content }) =>
    content.some((block) => {
      if (role !== 'user') return false;
      if (block.type === 'text') return block.text === text;
      return block.type === 'tool_result' && block.content.some((item) => item.type === 'text' && item.text === text);
    }),
  );
}

/** One `*` stands for a part of a name: a skill can't know how connectors are called here. */
function isNamed(tool: string, name: string): boolean {
  const [start = '', end] = name.split('*', 2);
  if (end === undefined) return tool === name;
  return tool.length >= start.length + end.length && tool.startsWith(start) && tool.endsWith(end);
}

/** One of the skills that are followed has to list the tool; where none is followed, nothing is restricted. */
function refusalBy(tool: string, followed: readonly Skill[]): string | undefined {
  if (followed.length === 0 || followed.some(({ allowedTools }) => allowedTools.some((name) => isNamed(tool, name))))
    return undefined;
  const names = followed.map(({ name }) => name).join(', ');
  return `${tool} changes something outside this conversation and is not among the allowed-tools of ${names}. It was not run.`;
}
