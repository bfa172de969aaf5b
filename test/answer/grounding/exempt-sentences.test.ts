import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isExempt } from '../../../src/answer/grounding/exempt-sentences.ts';

const none = new Set<string>();

test('what states nothing needs no citation', () => {
  for (const sentence of [
    'Sure!',
    "Here's what I found:",
    'Let me know if you need anything else.',
    'Let me know if there is anything else.',
    'Would you like me to look for travel rules?',
    "I don't have information about whether tips are paid.",
    "I don't have information about parental, sick, and care leave.",
    "I don't have information about parental and care leave.",
    'According to the policy:',
    'Thank you for saying this.',
    "I'm sorry for your loss.",
    'Es tut mir leid, dass du das durchmachst.',
  ]) {
    assert.equal(isExempt(sentence, none), true, sentence);
  }
});

test('a filler that goes on to state something is a statement', () => {
  for (const sentence of [
    "I don't have information about cats, but dogs are allowed in the office.",
    "I don't have information about cats; dogs are allowed.",
    "I don't have information about cats – dogs are allowed.",
    "I don't have this information (managers may approve exceptions).",
    'Let me know if you need more, however overtime is always paid.',
    'Let me know if you want more than 20 days.',
    "I'm sorry that you were told you may not complain.",
    'Thank you for saying this to your manager first, as you must.',
    "Here's what I found: dogs are allowed.",
    "I don't have information about cats, and all dogs are allowed.",
    'Would you like to know that alcohol is paid for?',
    'Let me know if you want the unlimited leave everyone gets.',
    'Is there anything else, since alcohol is paid for?',
    'Do you have receipts that are on paper?',
    "I don't have information about the fact that alcohol is paid for.",
    "I don't have this information, as managers decide everything.",
  ]) {
    assert.equal(isExempt(sentence, none), false, sentence);
  }
});

test('a label is exempt only if it is made of words of the cited passages', () => {
  assert.equal(isExempt('**Germany:**', new Set(['germany'])), true);
  assert.equal(isExempt('**France:**', new Set(['germany'])), false);
  assert.equal(isExempt('**Not allowed in Germany:**', new Set(['germany', 'allowed'])), false);
});

test('a label with a verb, or with what the passages deny, is a statement; one that names a topic is none', () => {
  const known = new Set(['manager', 'may', 'approve', 'exception', 'is', 'are', 'must', 'alcohol', 'reimbursed']);
  const denied = new Set(['reimbursed', 'alcohol']);
  for (const label of ['## Managers must approve exceptions', '## Alcohol is reimbursed', '**Reimbursed:**'])
    assert.equal(isExempt(label, known, denied), false, label);
  for (const label of ['## Who may approve exceptions', '**Alcohol:**', '**Managers:**'])
    assert.equal(isExempt(label, known, denied), true, label);
});
