import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyDeclined } from '../../../src/connectors/elicitation/why-declined.ts';

const form = (properties: Record<string, object>, message = 'A few details, please.') =>
  whyDeclined({ mode: 'form', message, schema: { type: 'object', properties } });
const page = (url: string) => whyDeclined({ mode: 'url', message: 'Please sign in', url, id: '1' });

test('a form that asks for a secret is declined, whatever the field is called', () => {
  for (const [name, property] of Object.entries({
    password: { type: 'string' },
    userPassword: { type: 'string' },
    api_key: { type: 'string' },
    'access-token': { type: 'string' },
    field1: { type: 'string', title: 'Your passphrase' },
    field2: { type: 'string', description: 'The one-time code from your phone' },
    field3: { type: 'string', title: 'Passwort' },
    field4: { type: 'integer', title: 'PIN' },
  })) {
    assert.match(form({ [name]: property }) ?? 'asked', /a secret/, name);
  }
  assert.match(form({ value: { type: 'string' } }, 'Please enter your GitHub token') ?? 'asked', /a secret/);
});

test('ordinary questions are asked, also those that only mention such words', () => {
  assert.equal(form({ reason: { type: 'string' }, spinning: { type: 'string' } }), undefined);
  assert.equal(form({ keyboard: { type: 'string', title: 'Keyboard layout' } }), undefined);
  assert.equal(form({ sure: { type: 'boolean', title: 'Reset the password of this account?' } }), undefined);
  assert.equal(form({ reason: { type: 'string' } }, 'Why should the token be revoked?'), undefined);
});

test('a form that can not be shown is declined', () => {
  assert.match(form({ deep: { type: 'object' } }) ?? 'asked', /can not be shown/);
});

test('only web addresses are offered to open', () => {
  assert.equal(page('https://login.example.com/x'), undefined);
  assert.equal(page('http://127.0.0.1:9/x'), undefined);
  for (const url of ['http://login.example.com', 'javascript:alert(1)', 'file:///etc/passwd', 'https://a:b@c.d', 'no'])
    assert.match(page(url) ?? 'asked', /no web address/, url);
});
