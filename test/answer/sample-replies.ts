import assert from 'node:assert/strict';
import { cite } from '../support/fake-claude/citations.ts';
import type { FakeRequest, Responder } from '../support/fake-claude/script.ts';
import type { Conversation } from './worked-conversations.ts';

export function call(name: string, input: unknown) {
  return { type: 'tool_use', name, input } as const;
}

/** The call of a skill's script with the figures of a worked conversation, each with the passage it was found in. */
export function scriptCall(request: FakeRequest, { skill, script, input }: Conversation) {
  const given = input((quoted) => found(request, quoted).source);
  return call('run_skill_script', { name: skill, script: `scripts/${script}`, input: given });
}

/** Says each statement with what it cites. */
export function says(statements: Conversation['says']): Responder {
  return (request) => ({
    content: statements.map(([text, quoted]) => {
      const { index, sentence } = found(request, quoted);
      return { type: 'text', text, citations: [cite(request.body, index, sentence)] };
    }),
  });
}

function found({ searchResults, body }: FakeRequest, quoted: string) {
  const index = searchResults.findIndex(({ sentences }) => sentences.some((text) => text.includes(quoted)));
  const result = searchResults[index];
  assert.ok(result, `"${quoted}" was found: ${JSON.stringify(body.messages.at(-1))}`);
  return { index, source: result.source, sentence: result.sentences.findIndex((text) => text.includes(quoted)) };
}
