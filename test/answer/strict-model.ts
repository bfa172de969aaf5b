import assert from 'node:assert/strict';
import { toRequest } from '../../src/models/anthropic-request.ts';
import { noSupport } from '../../src/models/anthropic-tools.ts';
import type { Model, ModelReply, ModelRequest } from '../../src/models/model.ts';
import { validate } from '../support/fake-claude/validate.ts';
import { assertValidHistory } from './valid-history.ts';

/** A model in the process that refuses what the API refuses, request bodies included. */
export function createStrictModel(
  reply: (request: ModelRequest) => Partial<ModelReply> | Promise<Partial<ModelReply>>,
  name = 'claude-opus-5-5',
): Model {
  return {
    name,
    generate: async (request) => {
      request.signal.throwIfAborted();
      assertSendable(request, name);
      const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0 };
      const given = { content: [], usage, ...(await reply(request)) };
      const calls = given.content.some((block) => block.type === 'tool_use');
      return { stopReason: calls ? 'tool_use' : 'end_turn', ...given };
    },
  };
}

/** Fails with the API's own words for what it would answer with a 400. */
export function assertSendable(request: ModelRequest, model = 'claude-opus-5-5'): void {
  assertValidHistory(request.messages);
  const { params, betas } = toRequest({ model }, request, noSupport);
  const problem = validate(JSON.parse(JSON.stringify(params)), { maxTokens: 64_000, signed: () => true, betas });
  assert.equal(problem, undefined);
}
