import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { methods } from '../../src/workspace/web-api/methods.ts';
import { botToken, openWorkspace } from './open-workspace.ts';

const known = fc.constantFrom(
  'CHR',
  'DALICE',
  'GBOARD',
  'UALICE',
  '1.000001',
  'home',
  'modal',
  'divider',
  'section',
  '',
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    known,
    fc.string({ maxLength: 20 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('type', 'text', 'blocks', 'elements', 'id', 'title', 'url'), tie('any')),
  ),
})).any;
const names = ['channel', 'channel_id', 'ts', 'thread_ts', 'text', 'markdown_text', 'blocks', 'chunks', 'metadata'];
const others = ['view', 'view_id', 'user', 'user_id', 'users', 'prompts', 'status', 'title', 'cursor', 'limit', 'name'];
const args = fc.oneof(fc.dictionary(fc.constantFrom(...names, ...others), value), value);

test('whatever an app sends, every method answers with ok or with an error code', async (t) => {
  const { server } = await openWorkspace(t, { rateLimits: false, scopes: ['reactions:write', 'users.profile:read'] });
  server.say('UALICE', 'CHR', 'hello');
  const run = async (method: string, body: unknown) => {
    const headers = { authorization: `Bearer ${botToken}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = Object(await (await fetch(`${server.apiUrl()}${method}`, init)).json());
    assert.ok(answer.ok === true || /^[a-z_]+$/.test(answer.error), `${method}: ${JSON.stringify(answer)}`);
  };
  const calls = fc.asyncProperty(fc.constantFrom(...Object.keys(methods)), args, run);
  await fc.assert(calls, { numRuns: 400 });
});
