import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { audienceKey, everyone, narrowAudience, partsOf } from '../src/audience.ts';
import { createGroups, describeReaders, explainUnknown } from '../src/audience-groups.ts';

const groups = createGroups({ hr: ['U0ADA', 'dana'], C0PEOPLE: ['bo'] });

test('a word is a role, a person whom a role names, or an id by its form, in whatever case', () => {
  for (const [word, found] of [
    ['HR', { kind: 'role', name: 'hr' }],
    ['c0people', { kind: 'role', name: 'C0PEOPLE' }],
    ['Dana', { kind: 'person', id: 'DANA' }],
    ['u0ada', { kind: 'person', id: 'U0ADA' }],
    ['w012x', { kind: 'person', id: 'W012X' }],
    ['c024be91l', { kind: 'channel', id: 'C024BE91L' }],
    ['g0private', { kind: 'channel', id: 'G0PRIVATE' }],
    ['s0614tzr7', { kind: 'user_group', id: 'S0614TZR7' }],
    ['@People-Team', { kind: 'user_group', id: '@people-team' }],
    ['contractors', { kind: 'unknown' }],
    ['sales', { kind: 'unknown' }],
    ['unknown', { kind: 'unknown' }],
    ['hr + dana', { kind: 'unknown' }],
    ['constructor', { kind: 'unknown' }],
  ] as const) {
    assert.deepEqual(groups.find(word), found, word);
  }
});

test('readers are described as people know them', () => {
  assert.equal(
    describeReaders(['c0123 + hr', 'dana', '@leads'], groups),
    'whoever is in C0123 and in hr or DANA or @leads',
  );
  assert.equal(
    explainUnknown(['hrr', 'legal'], groups),
    '"hrr" and "legal" under audience are no role of bylaw.yaml (C0PEOPLE, hr) and no id of a channel, user group or person',
  );
});

test('narrowing lets in exactly who is in both', () => {
  const word = fc.constantFrom('hr', 'it', 'legal', 'c0people');
  const audience = fc.uniqueArray(word, { maxLength: 4 }).map((words) => words.sort());
  const isIn = (list: readonly string[], held: ReadonlySet<string>) =>
    list.length === 0 || list.some((group) => partsOf(group).every((part) => held.has(part)));
  fc.assert(
    fc.property(audience, audience, audience, fc.uniqueArray(word), (a, b, c, roles) => {
      const held = new Set(roles);
      const narrowed = narrowAudience(narrowAudience(a, b), c);
      assert.equal(isIn(narrowed, held), isIn(a, held) && isIn(b, held) && isIn(c, held));
      assert.deepEqual(narrowAudience(a, b), narrowAudience(b, a), 'whoever comes first');
      assert.deepEqual(narrowAudience(a, a), a);
    }),
  );
  assert.deepEqual(narrowAudience(['unknown'], ['hr']), ['unknown']);
  assert.deepEqual(narrowAudience(['hr'], ['nobody']), ['nobody']);
  const many = (letter: string) => Array.from({ length: 30 }, (_, i) => `${letter}${i}`);
  assert.deepEqual(narrowAudience(many('u'), many('c')), ['nobody']);
});

test('equal readers are one set, and everyone is one by name', () => {
  assert.equal(audienceKey([]), everyone);
  assert.equal(audienceKey(['hr']), audienceKey(['hr']));
  assert.notEqual(audienceKey(['hr', 'it']), audienceKey(['hr + it']));
});
