import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSeal } from '../../../src/connectors/oauth/seal.ts';
import { BylawError } from '../../../src/errors.ts';

const key = randomBytes(32);

test('what was sealed is opened with the same key and purpose only', () => {
  const seal = createSeal(key.toString('base64'));
  const sealed = seal.seal('a token', 'of Ada');
  assert.ok(!sealed.includes('token'));
  assert.notEqual(seal.seal('a token', 'of Ada'), sealed);
  assert.equal(createSeal(key.toString('hex')).open(sealed, 'of Ada'), 'a token');
  assert.equal(seal.open(sealed, 'of Bob'), undefined);
  assert.equal(createSeal(randomBytes(32).toString('base64')).open(sealed, 'of Ada'), undefined);
});

test('what was changed or is something else is not opened', () => {
  const seal = createSeal(key.toString('base64'));
  const sealed = seal.seal('a token', 'x');
  const at = sealed.length - 5;
  const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
  for (const each of [changed, sealed.slice(0, 20), '', 'v2.abc', 'plain'])
    assert.equal(seal.open(each, 'x'), undefined);
});

test('without a usable key it says which variable to set, and how', () => {
  for (const given of [undefined, '', 'a passphrase', 'c2hvcnQ=', Buffer.alloc(32).toString('base64')]) {
    assert.throws(
      () => createSeal(given),
      (error) => error instanceof BylawError && /BYLAW_SECRET_KEY.*openssl rand -base64 32/.test(error.message),
    );
  }
});
