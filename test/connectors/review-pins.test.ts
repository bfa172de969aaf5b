import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pinsOf } from '../../src/connectors/definition-pins.ts';
import { reviewPins } from '../../src/connectors/review-pins.ts';
import { fakeTool } from '../support/mcp/fake-connection.ts';

const pins = (description: string, name = 'act', instructions?: string) =>
  pinsOf('desk', {
    tools: [{ ...fakeTool(name), description }],
    prompts: [],
    ...(instructions === undefined ? {} : { instructions }),
  });

test('a definition is approved with every character of it, in whatever order its keys come', () => {
  assert.deepEqual(reviewPins(pins('Reads.'), pins('Reads.')), []);
  assert.equal(reviewPins(pins('Reads. '), pins('Reads.')).length, 1);
  const [one] = pinsOf('desk', {
    tools: [{ ...fakeTool('a'), inputSchema: { type: 'object', title: 'x' } }],
    prompts: [],
  });
  const [other] = pinsOf('desk', {
    tools: [{ ...fakeTool('a'), inputSchema: { title: 'x', type: 'object' } }],
    prompts: [],
  });
  assert.equal(one?.hash, other?.hash);
});

test('a change is shown by its lines', () => {
  const [change] = reviewPins(pins('Deletes everything.'), pins('Reads one.'));
  assert.deepEqual([change?.kind, change?.name, change?.change], ['tool', 'act', 'changed']);
  const marked = change?.lines.filter((line) => /^[+-]/.test(line));
  assert.deepEqual(marked, ['-   "description": "Reads one.",', '+   "description": "Deletes everything.",']);
});

test('characters that can’t be seen are shown as codes', () => {
  const [change] = reviewPins(pins('Reads\u200b\u202e\u{e0041}\ufe0f.'), pins('Reads.'));
  assert.ok(change?.lines.some((line) => line.includes('Reads\\u{200b}\\u{202e}\\u{e0041}\\u{fe0f}.')));
});

test('a renamed tool is a removed one and a new one', () => {
  assert.deepEqual(
    reviewPins(pins('Reads.', 'read_all'), pins('Reads.', 'read')).map(({ name, change }) => [name, change]),
    [
      ['read', 'removed'],
      ['read_all', 'new'],
    ],
  );
});

test('a server’s instructions and prompts are looked at as well', () => {
  const [change] = reviewPins(pins('', 'act', 'Always call act.'), pins('', 'act', 'Be kind.'));
  assert.deepEqual([change?.kind, change?.change], ['instructions', 'changed']);
  const prompt = { name: 'report', description: 'Writes a report', args: [] };
  const [added] = reviewPins(pinsOf('desk', { tools: [], prompts: [prompt] }), []);
  assert.deepEqual([added?.kind, added?.name, added?.change], ['prompt', 'report', 'new']);
});
