import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readCommand } from '../../../../src/chat/slack/interaction/command-words.ts';

describe('the words of /policy', () => {
  it('takes a word for a command only where it is the whole text', () => {
    for (const word of ['help', 'sources', 'why', 'stop', 'memory', 'pause', 'resume'] as const) {
      assert.deepEqual(readCommand(word), { kind: 'word', word });
      assert.deepEqual(readCommand(`  ${word.toUpperCase()}. `), { kind: 'word', word });
    }
    assert.deepEqual(readCommand("why can't I carry over leave?"), {
      kind: 'question',
      text: "why can't I carry over leave?",
    });
    assert.deepEqual(readCommand('stop smoking support'), { kind: 'question', text: 'stop smoking support' });
    assert.deepEqual(readCommand('Which sources count?'), { kind: 'question', text: 'Which sources count?' });
  });

  it('takes history and a name for a document to look up, unless it asks something', () => {
    assert.deepEqual(readCommand('History travel policy'), { kind: 'history', reference: 'travel policy' });
    assert.deepEqual(readCommand('history: policies/travel.md'), { kind: 'history', reference: 'policies/travel.md' });
    for (const text of ['history', 'history of what?', 'as-of:2026-03-01 how much leave?'])
      assert.deepEqual(readCommand(text), { kind: 'question', text });
  });

  it('asks for help where nothing is said', () => {
    assert.deepEqual(readCommand(''), { kind: 'word', word: 'help' });
    assert.deepEqual(readCommand('   '), { kind: 'word', word: 'help' });
  });

  it('keeps every text of two words or more as a question, whole', () => {
    const text = fc.string({ minLength: 1 }).filter((each) => /\S\s+\S/.test(each));
    fc.assert(fc.property(text, (each) => readCommand(each).kind === 'question'));
  });
});
