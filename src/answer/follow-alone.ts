import type { Skill } from '../skills/skill.ts';
import type { SearchResultBlock, ToolContent } from '../tools/tool.ts';
import { type AgentLoopDeps, runTurn } from './agent-loop.ts';
import type { SkillOffer } from './answer-skills.ts';
import { shareOf } from './budgets.ts';
import { passageIdOf } from './clauses.ts';
import { newTurn, type OpenTurn } from './conversation.ts';
import { circumstances, withSkills } from './instructions.ts';
import type { LoopContext } from './loop-context.ts';
import { searchResultsIn } from './stored-passages.ts';
import { createNestedSkills, type TurnSkills } from './turn-skills.ts';

export interface FollowAloneDeps extends AgentLoopDeps {
  readonly offer: SkillOffer;
  readonly skills: TurnSkills;
}

/** Tools that would start another skill, or reach other systems, which is left to the conversation with the person. */
const nesting: readonly string[] = ['load_skill', 'find_skill', 'find_tool', 'call_tool', 'read_connector_result'];

/**
 * Follows a skill in a conversation of its own, by its own model if it names one, and gives back its result with what
 * it cites. What it says is no source: the reply that builds on it cites and is checked like any other.
 */
export async function followAlone(
  skill: Skill,
  task: string | undefined,
  outer: OpenTurn,
  { offer, skills, ...deps }: FollowAloneDeps,
  context: LoopContext,
): Promise<readonly ToolContent[]> {
  const text = task ?? outer.question;
  const { viewer, conversation } = context;
  const question = { text, viewer, conversation, filter: outer.scope.filter };
  const turn = newTurn(question, [
    {
      role: 'user',
      content: [text, circumstances(viewer.on, viewer.place), offer.content(skill)].map((part) => ({
        type: 'text',
        text: part,
      })),
    },
  ]);
  const own: AgentLoopDeps = {
    ...deps,
    model: offer.modelFor(skill) ?? deps.model,
    tools: deps.tools.filter(({ name, isPersonal, outside }) => !nesting.includes(name) && !isPersonal && !outside),
    system: withSkills(''),
    limits: shareOf(deps.limits, shareAlone),
    // It can't wait for a person, so it only reads.
    approvals: undefined,
    elicitations: undefined,
    elicitMs: undefined,
    save: async () => {},
  };
  const startedAt = deps.now();
  try {
    const { outcome, content } = await runTurn(turn, own, {
      ...context,
      ...{ history: [], startedAt, skills: createNestedSkills(skills, skill) },
    });
    const reply = content
      .map((block) => block.text)
      .join('')
      .trim();
    if (outcome !== 'replied' || reply === '') {
      return [{ type: 'text', text: `${skill.name} ran on its own and came to no result. Go on without it.` }];
    }
    const cited = content.flatMap(({ citations }) => (citations ?? []).map(({ source }) => source));
    return [{ type: 'text', text: `${resultOf(skill)}\n${reply}` }, ...resultsFor(cited, turn, outer)];
  } finally {
    outer.promptTokens += turn.promptTokens;
    outer.outputTokens += turn.outputTokens;
    outer.usd = (outer.usd ?? 0) + (turn.usd ?? 0);
  }
}

function resultOf({ name }: Skill): string {
  return `Result of ${name}, which ran on its own. It is no source: cite the passages and calculations that follow.`;
}

/** What the result cites, and the passages that cited calculations rest on, each once. */
function resultsFor(cited: readonly string[], turn: OpenTurn, outer: OpenTurn): SearchResultBlock[] {
  const runs = (outer.scripts ?? []).filter(({ source }) => cited.includes(source));
  const wanted = new Set([...cited, ...runs.flatMap(({ sources }) => sources)].map(passageIdOf));
  const found = searchResultsIn(turn.messages).filter(({ source }) => wanted.has(passageIdOf(source)));
  return found.filter(({ source }, i) => found.findIndex((other) => other.source === source) === i);
}

/** Of the whole answer's budget, since the reply that uses the result still has to be written. */
const shareAlone = 0.5;
