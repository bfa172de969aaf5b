import assert from 'node:assert/strict';
import { parseConversation } from '../../src/answer/parse-conversation.ts';
import type { Message, ModelRequest } from '../../src/models/model.ts';
import { skillContent } from '../../src/tools/skill-content.ts';
import { citationOf, resultsIn } from './scripted-model.ts';
import { createSkillWorld, leave } from './skill-world.ts';
import { createStrictModel } from './strict-model.ts';

const rules = [
  ['How many days of leave do I get?', 'You get 20 days of paid leave a year.', '20 days'],
  ['How many unused days may be carried over?', 'Up to 5 unused days may be carried over.', 'Up to 5'],
  ['When must requests for leave be submitted?', 'Requests must be submitted at least two weeks ahead.', 'two weeks'],
] as const;

/** Asks so many questions in one conversation; the skill is loaded once, with the first. Every request is validated. */
export async function runLongConversation(turns: number, historyChars: number) {
  const figures = { answers: 0, requests: 0, longestChars: 0, unloaded: 0, uncitedInHistory: 0 };
  let asked = 0;
  const body = skillContent(leave, undefined);
  const model = createStrictModel((request) => {
    const { messages } = request;
    look(request);
    const own = messages.slice(messages.findLastIndex(isQuestion) + 1);
    const [question, text, quoted] = rules[asked % rules.length] ?? rules[0];
    const id = `toolu_${asked}_${own.length}`;
    if (asked === 0 && own.length === 0) return calls({ id, name: 'load_skill', input: { name: leave.name } });
    if (!own.some(({ content }) => content.some((block) => block.type === 'tool_use' && block.name !== 'load_skill')))
      return calls({ id, name: 'search_policies', input: { query: question } });
    return { content: [{ type: 'text', text, citations: [citationOf(resultsIn(messages), quoted)] }] };
  });

  function look({ messages }: ModelRequest): void {
    figures.requests += 1;
    figures.longestChars = Math.max(figures.longestChars, JSON.stringify(messages).length);
    if (asked > 0 && !JSON.stringify(messages).includes(JSON.stringify(body).slice(1, -1))) figures.unloaded += 1;
    for (const { role, content } of messages.slice(0, -1)) {
      const answers = content.filter(
        (block) => block.type === 'text' && / (?:20 days|5 unused|two weeks)/.test(block.text),
      );
      if (role === 'assistant' && answers.some((block) => block.type === 'text' && !block.citations?.length))
        figures.uncitedInHistory += 1;
    }
  }

  const world = createSkillWorld([], { model, limits: { historyChars } });
  for (; asked < turns; asked += 1) {
    const given = await world.ask(rules[asked % rules.length]?.[0] ?? '');
    assert.equal(given.status, 'answered', `question ${asked}: ${given.text}`);
    assert.equal(given.citations.length, 1);
    figures.answers += 1;
  }
  const stored = parseConversation('C1', world.snapshots.get('C1') ?? '');
  return { ...figures, kept: stored?.turns.length ?? 0 };
}

function isQuestion({ role, content }: Message): boolean {
  return role === 'user' && content[0]?.type === 'text';
}

function calls(call: { id: string; name: string; input: object }) {
  return { content: [{ type: 'tool_use' as const, ...call }] };
}
