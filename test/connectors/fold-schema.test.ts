import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldSchema } from '../../src/connectors/fold-schema.ts';

test('alternatives at the root become optional fields, with a sentence that says which go together', () => {
  const { schema, note } = foldSchema({
    type: 'object',
    anyOf: [
      { properties: { id: { type: 'string' } }, required: ['id'] },
      { properties: { name: { type: 'string' }, id: { type: 'number' } }, required: ['name'] },
    ],
  });
  assert.deepEqual(schema, {
    properties: { id: { anyOf: [{ type: 'string' }, { type: 'number' }] }, name: { type: 'string' } },
    type: 'object',
  });
  assert.equal(note, 'Give at least one of: id; or name.');
});

test('what all alternatives require stays required, and so does each part of allOf', () => {
  const { schema } = foldSchema({
    required: ['a'],
    properties: { a: {} },
    allOf: [{ properties: { b: {} }, required: ['b'] }, { $ref: '#/$defs/more' }],
    oneOf: [
      { properties: { d: {} }, required: ['d'] },
      { properties: { d: {} }, required: ['d', 'e'] },
    ],
    $defs: { more: { properties: { c: {} }, required: ['c'] } },
  });
  assert.deepEqual(schema.required, ['a', 'b', 'c', 'd']);
  assert.equal(schema.anyOf ?? schema.oneOf ?? schema.allOf, undefined);
});

test('$schema and references to elsewhere go, local definitions stay', () => {
  const { schema } = foldSchema({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { near: { $ref: '#/$defs/near' }, far: { $ref: 'https://evil.example/schema.json', type: 'string' } },
    $defs: { near: { type: 'integer' } },
  });
  assert.deepEqual(schema, {
    $defs: { near: { type: 'integer' } },
    properties: { far: { type: 'string' }, near: { $ref: '#/$defs/near' } },
    type: 'object',
  });
});

test('hidden characters leave the descriptions of fields', () => {
  const { schema } = foldSchema({
    properties: { a: { description: 'The \u200bid\u202e of it\u{e0041}', enum: ['x\u200b'] } },
  });
  assert.deepEqual(schema.properties, { a: { description: 'The id of it', enum: ['x\u200b'] } });
});

test('a field whose name APIs refuse is left out, or breaks the tool if it is needed', () => {
  const properties = { 'größe in cm': {}, fine: {} };
  assert.deepEqual(foldSchema({ properties }).schema, { properties: { fine: {} }, type: 'object' });
  assert.equal(foldSchema({ properties }).broken, undefined);
  assert.match(foldSchema({ properties, required: ['größe in cm'] }).broken ?? '', /field "größe in cm"/);
});

test('the same schema gives the same bytes, whatever the order of its keys', () => {
  const one = foldSchema({ properties: { b: { type: 'string', minLength: 1 }, a: {} }, type: 'object' });
  const other = foldSchema({ type: 'object', properties: { a: {}, b: { minLength: 1, type: 'string' } } });
  assert.equal(JSON.stringify(one), JSON.stringify(other));
});

test('references that go round in circles come to an end', () => {
  const { schema } = foldSchema({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } });
  assert.equal(schema.type, 'object');
  const cyclic = { anyOf: [{ $ref: '#' }, { $ref: '#/anyOf/1' }] };
  assert.equal(foldSchema(cyclic).schema.type, 'object');
});
