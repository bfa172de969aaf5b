import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { redact } from '../../src/connectors/redact.ts';

const rules = [
  { name: 'email', pattern: '[\\w.+-]+@[\\w-]+\\.[\\w.]+' },
  { name: 'IBAN', pattern: '\\b[A-Z]{2}\\d{2}[ \\dA-Z]{11,30}\\b' },
  { name: 'number', pattern: '\\d{6,}' },
];

test('what a rule finds is replaced by its name, in every text and number of the arguments', () => {
  const given = { title: 'Mail ada@example.com', notes: ['DE89 3704 0044 0532 0130 00', { phone: 4912345678, n: 7 }] };
  assert.deepEqual(redact(given, rules), { title: 'Mail [email]', notes: ['[IBAN]', { phone: '[number]', n: 7 }] });
  assert.deepEqual(given.title, 'Mail ada@example.com', 'the given value is left alone');
});

test('keys, other values and arguments without rules stay as they are', () => {
  const given = { 'ada@example.com': null, ok: true, n: 1.5 };
  assert.deepEqual(redact(given, rules), given);
  assert.equal(redact(given, []), given);
});

test('doing it again changes nothing, so that what was shown is what is sent', () => {
  const greedy = [...rules, { name: 'word', pattern: '[a-z]+' }, { name: 'none', pattern: 'x*' }];
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const once = redact(value, greedy);
      assert.deepEqual(redact(once, greedy), once);
    }),
    { numRuns: 300 },
  );
  assert.equal(redact('ada@example.com x', greedy), '[email] [word]');
});
