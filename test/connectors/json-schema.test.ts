import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { compileSchema } from '../../src/connectors/json-schema.ts';

test('a format that nobody knows is ignored without a word, a known one is checked', async (t: TestContext) => {
  const warn = t.mock.method(console, 'warn', () => {});
  const check = await compileSchema({
    type: 'object',
    properties: {
      format: { type: 'string', format: 'made-up' },
      mail: { format: 'email' },
      fixed: { const: { format: 'x' } },
    },
  });
  assert.equal(check({ format: 'anything', fixed: { format: 'x' } }), undefined);
  assert.match(check({ mail: 'nobody' }) ?? '', /mail/);
  assert.match(check({ fixed: {} }) ?? '', /fixed/);
  assert.equal(warn.mock.callCount(), 0);
});

test('a schema that can’t be read says why', async () => {
  await assert.rejects(compileSchema({ type: 'object', properties: { a: { type: 'strin' } } }), /strin/);
});
