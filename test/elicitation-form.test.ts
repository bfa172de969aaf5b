import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkForm, readForm } from '../src/elicitation-form.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Full name', description: 'As on your badge', minLength: 2, maxLength: 20 },
    email: { type: 'string', format: 'email' },
    site: { type: 'string', format: 'uri' },
    day: { type: 'string', format: 'date', default: '2026-12-01' },
    at: { type: 'string', format: 'date-time' },
    count: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
    ratio: { type: 'number' },
    urgent: { type: 'boolean', default: true },
    colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'], default: 'g' },
    size: {
      type: 'string',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
    },
    tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2, default: ['a'] },
    more: { type: 'array', items: { anyOf: [{ const: 'x', title: 'Ex' }] } },
  },
  required: ['name', 'urgent'],
};

test('reads every kind of field that servers may ask for, with its limits and what is filled in', () => {
  assert.deepEqual(readForm(schema), [
    {
      ...{ name: 'name', title: 'Full name', description: 'As on your badge', isRequired: true },
      ...{ kind: 'text', minLength: 2, maxLength: 20 },
    },
    { name: 'email', title: 'email', isRequired: false, kind: 'text', format: 'email' },
    { name: 'site', title: 'site', isRequired: false, kind: 'text', format: 'uri' },
    { name: 'day', title: 'day', isRequired: false, kind: 'text', format: 'date', initial: '2026-12-01' },
    { name: 'at', title: 'at', isRequired: false, kind: 'text', format: 'date-time' },
    {
      ...{ name: 'count', title: 'count', isRequired: false, kind: 'number', isInteger: true },
      ...{ minimum: 1, maximum: 5, initial: 2 },
    },
    { name: 'ratio', title: 'ratio', isRequired: false, kind: 'number', isInteger: false },
    { name: 'urgent', title: 'urgent', isRequired: true, kind: 'boolean', initial: true },
    {
      ...{ name: 'colour', title: 'colour', isRequired: false, kind: 'choice', initial: 'g' },
      options: [
        { value: 'r', label: 'Red' },
        { value: 'g', label: 'Green' },
      ],
    },
    {
      ...{ name: 'size', title: 'size', isRequired: false, kind: 'choice' },
      options: [
        { value: 's', label: 'Small' },
        { value: 'l', label: 'Large' },
      ],
    },
    {
      ...{ name: 'tags', title: 'tags', isRequired: false, kind: 'choices', minItems: 1, maxItems: 2, initial: ['a'] },
      options: ['a', 'b', 'c'].map((value) => ({ value, label: value })),
    },
    { name: 'more', title: 'more', isRequired: false, kind: 'choices', options: [{ value: 'x', label: 'Ex' }] },
  ]);
});

test('a form without fields is a plain confirmation, one with a nested object can not be shown', () => {
  assert.deepEqual(readForm({ type: 'object' }), []);
  assert.equal(readForm({ properties: { deep: { type: 'object', properties: {} } } }), undefined);
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`f${i}`, { type: 'string' }]));
  assert.equal(readForm({ properties: many }), undefined);
});

test('what was entered becomes what the schema asks for', () => {
  const fields = readForm(schema) ?? [];
  const entries = { name: 'Ada', email: 'ada@example.com', count: '3', ratio: '0.5', urgent: false, colour: 'r' };
  assert.deepEqual(checkForm(fields, { ...entries, tags: ['a', 'b'], site: '' }), {
    content: {
      name: 'Ada',
      email: 'ada@example.com',
      count: 3,
      ratio: 0.5,
      urgent: false,
      colour: 'r',
      tags: ['a', 'b'],
    },
  });
});

test('says of each field what to change', () => {
  const fields = readForm(schema) ?? [];
  const wrong = { email: 'ada', site: 'no address', day: '1.12.', at: 'soon', count: '7', ratio: 'x', colour: 'blue' };
  assert.deepEqual(checkForm(fields, { ...wrong, urgent: true, tags: ['a', 'b', 'c'] }), {
    errors: {
      name: 'Please fill this in.',
      email: 'This is not an e-mail address.',
      site: 'This is not an address such as https://example.com.',
      day: 'Please write a day as YYYY-MM-DD.',
      at: 'This is not a point in time.',
      count: 'Please write 5 or less.',
      ratio: 'This is not a number.',
      colour: 'Please choose one of the options.',
      tags: 'Please choose at most 2.',
    },
  });
  const text = (entries: Record<string, string>) => checkForm(fields, { name: 'Ada', urgent: true, ...entries });
  assert.deepEqual(text({ name: 'A' }), { errors: { name: 'Please write at least 2 characters.' } });
  assert.deepEqual(text({ name: 'A'.repeat(21) }), { errors: { name: 'Please write at most 20 characters.' } });
  assert.deepEqual(text({ count: '1.5' }), { errors: { count: 'Please write a whole number.' } });
  assert.deepEqual(text({ count: '0' }), { errors: { count: 'Please write 1 or more.' } });
});
