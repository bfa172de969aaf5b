import assert from 'node:assert/strict';
import type { Block, Message } from '../../src/models/model.ts';

/** The rules for a history whose breach the Messages API answers with a 400. */
export function assertValidHistory(messages: readonly Message[]): void {
  assert.ok(messages.length > 0, 'a history has messages');
  const merged = mergeRoles(messages);
  assert.equal(merged[0]?.role, 'user', 'a history begins with the user');
  assert.equal(merged.at(-1)?.role, 'user', 'no prefilled reply');
  const ids = new Set<string>();
  for (const [i, message] of merged.entries()) {
    assert.ok(message.content.length > 0, 'no message is empty');
    for (const block of message.content) assertBlock(block, message.role);
    const calls = message.content.filter((block) => block.type === 'tool_use');
    for (const { id } of calls) {
      assert.ok(!ids.has(id), `call id ${id} is used once`);
      ids.add(id);
    }
    const next = merged[i + 1]?.content ?? [];
    const answered = next
      .slice(0, calls.length)
      .map((block) => (block.type === 'tool_result' ? block.tool_use_id : ''));
    assert.deepEqual(
      answered,
      calls.map(({ id }) => id),
      'every call is answered first thing, in order',
    );
    const results = message.content.filter((block) => block.type === 'tool_result');
    const called = (merged[i - 1]?.content ?? []).filter((block) => block.type === 'tool_use').length;
    assert.equal(results.length, called, 'no result without its call');
  }
}

function assertBlock(block: Block, role: Message['role']): void {
  if (block.type === 'text') assert.notEqual(block.text.trim(), '', 'no blank text');
  if (block.type === 'tool_use') {
    assert.equal(role, 'assistant');
    assert.equal(typeof block.input, 'object');
  }
  if (block.type !== 'tool_result') return;
  assert.equal(role, 'user');
  assert.ok(block.content.length > 0, 'no empty result');
  for (const item of block.content) {
    if (item.type === 'text') assert.notEqual(item.text.trim(), '');
    else
      assert.ok(item.content.length > 0 && item.content.every(({ text }) => text.trim() !== ''), 'no blank sentence');
    assert.ok(block.is_error !== true || item.type === 'text', 'error results carry text only');
  }
}

function mergeRoles(messages: readonly Message[]): Message[] {
  const merged: Message[] = [];
  for (const { role, content } of messages) {
    const last = merged.at(-1);
    if (last?.role === role) merged.splice(-1, 1, { role, content: [...last.content, ...content] });
    else merged.push({ role, content });
  }
  return merged;
}
