import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { z } from 'zod';
import { eventScopes, methodScopes, otherScopes, scopeNeeds, startScopes } from '../../../src/chat/slack/needs.ts';

const manifestSchema = z.object({
  features: z.object({
    agent_view: z.object({ agent_description: z.string(), suggested_prompts: z.array(z.unknown()).max(4) }),
    app_home: z.object({ home_tab_enabled: z.literal(true), messages_tab_enabled: z.literal(true) }),
    shortcuts: z.array(z.object({ callback_id: z.string(), type: z.string() })),
    slash_commands: z.array(z.object({ command: z.string(), should_escape: z.boolean() })),
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()), bot_optional: z.array(z.string()) }) }),
  settings: z.object({
    event_subscriptions: z.object({ bot_events: z.array(z.string()) }),
    interactivity: z.object({ is_enabled: z.literal(true) }),
    org_deploy_enabled: z.literal(true),
    socket_mode_enabled: z.literal(true),
    token_rotation_enabled: z.literal(false),
  }),
});

const written: unknown = parse(readFileSync(new URL('../../../manifest.yml', import.meta.url), 'utf8'));
const { features, oauth_config, settings } = manifestSchema.parse(written);
const { scopes } = oauth_config;
const schemaFile = new URL('../../../../shared/data/slack/manifest.schema.json', import.meta.url);

/** The Slack surface's own code, without the table that it is compared with. */
const source = globSync('src/chat/slack/**/*.ts', { cwd: fileURLToPath(new URL('../../..', import.meta.url)) })
  .filter((file) => !file.endsWith('needs.ts'))
  .map((file) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'))
  .join('\n');

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
const found = (pattern: RegExp) => sorted([...source.matchAll(pattern)].map((match) => match[1] ?? ''));

test('the manifest is valid by Slack’s own schema', {
  skip: existsSync(schemaFile) ? false : 'the schema is not on this machine',
}, () => {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')));
  assert.equal(validate(written), true, JSON.stringify(validate.errors));
  assert.equal(validate({ ...Object(written), features: { surprise: true } }), false);
});

test('the manifest asks for the scopes that calls, events and commands need, and for no others', () => {
  const used = [...Object.values(methodScopes), ...Object.values(eventScopes), otherScopes].flat();
  assert.deepEqual(sorted(scopes.bot), sorted(used));
  assert.deepEqual(sorted(scopeNeeds.map(({ scope }) => scope)), sorted(used));
  const optional = scopeNeeds.filter(({ isOptional }) => isOptional).map(({ scope }) => scope);
  assert.deepEqual(sorted(scopes.bot_optional), sorted(optional));
  assert.ok(startScopes.every((scope) => scopes.bot.includes(scope) && !optional.includes(scope)));
});

test('the table names the calls that the code makes, and no others', () => {
  const calls = found(/\b(?:client|cosmetic)\s*\.((?:[a-z]\w*\.)+[a-z]\w*)\(/g);
  assert.deepEqual(calls, sorted(Object.keys(methodScopes)));
});

test('the manifest subscribes to the events that the code listens to, and to no others', () => {
  const listened = found(/\.event\('(\w+)'/g).filter((name) => name !== 'message');
  const subscribed = settings.event_subscriptions.bot_events;
  assert.deepEqual(sorted(subscribed), sorted(Object.keys(eventScopes)));
  assert.deepEqual(sorted(subscribed.filter((name) => !name.startsWith('message.'))), listened);
});

test('the manifest declares the command and the shortcut that the code handles', () => {
  assert.deepEqual(
    features.slash_commands.map(({ command, should_escape }) => [command, should_escape]),
    [['/policy', true]],
  );
  assert.deepEqual(found(/\.command\('([^']+)'/g), ['/policy']);
  assert.deepEqual(features.shortcuts, [{ callback_id: 'policy_from_message', type: 'message' }]);
});
