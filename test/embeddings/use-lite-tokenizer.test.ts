import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUseLiteTokenizer, type Vocabulary } from '../../src/embeddings/use-lite-tokenizer.ts';
import { readUseLite } from '../../src/embeddings/use-lite-weights.ts';
import { readUseLiteReference } from './use-lite-reference.ts';

const control = ['\ufffd', '<s>', '</s>', 'x1', 'x2', 'x3'].map((piece): [string, number] => [piece, 0]);
const vocabulary: Vocabulary = [...control, ['▁', -2], ['▁a', -3], ['b', -4], ['ab', -9], ['▁:', null], [':', -5]];
const [space, spaceA, b, spaceColon, colon] = [6, 7, 8, 10, 11];
const unknown = 0;

describe('use-lite tokenizer', () => {
  it("gives the package's own tokens", async () => {
    const tokenize = createUseLiteTokenizer((await readUseLite()).vocabulary);
    for (const { text, tokens } of readUseLiteReference()) assert.deepEqual(tokenize(text, 128), tokens, text);
  });

  it('takes the likeliest pieces', () => {
    assert.deepEqual(createUseLiteTokenizer(vocabulary)('ab', 10), [spaceA, b]);
  });

  it('makes one unknown of what stands together in no piece, also of signs outside the basic plane', () => {
    assert.deepEqual(createUseLiteTokenizer(vocabulary)('q😀zb 中', 10), [space, unknown, b, space, unknown]);
  });

  it('folds compatible forms before it looks pieces up', () => {
    assert.deepEqual(createUseLiteTokenizer(vocabulary)('ａｂ\u00a0b', 10), [spaceA, b, space, b]);
  });

  it('loses a piece without a score in the first word only, as the original does', () => {
    const tokenize = createUseLiteTokenizer(vocabulary);
    assert.deepEqual(tokenize(': :', 10), [space, colon, spaceColon]);
    assert.deepEqual(tokenize(': :', 10), [space, colon, spaceColon]);
  });

  it('stops at the limit', () => {
    const tokenize = createUseLiteTokenizer(vocabulary);
    assert.deepEqual(tokenize('ab ab ab', 3), [spaceA, b, spaceA]);
    assert.equal(tokenize('b'.repeat(300_000), 128).length, 128);
  });

  it('finds nothing in an empty text but a word that is empty', () => {
    assert.deepEqual(createUseLiteTokenizer(vocabulary)('', 10), [space]);
  });
});
