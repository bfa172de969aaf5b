import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { readOwnManifest } from './open-workspace.ts';

const schemaFile = new URL('../../../shared/data/slack/manifest.schema.json', import.meta.url);

test('the manifest is valid by Slack’s own schema', {
  skip: existsSync(schemaFile) ? false : 'the schema is not on this machine',
}, async () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(schemaFile, 'utf8')));
  const manifest = await readOwnManifest();
  assert.deepEqual(schema.safeParse(manifest).error, undefined);
  assert.equal(schema.safeParse({ ...manifest, features: { surprise: true } }).success, false);
});

test('the manifest asks for what this version uses, and no more', async () => {
  const { features, oauth_config, settings } = await readOwnManifest();
  assert.deepEqual(
    features.slash_commands.map(({ command, should_escape }) => [command, should_escape]),
    [['/policy', true]],
  );
  assert.deepEqual(settings.event_subscriptions.bot_events, ['app_mention', 'message.im']);
  assert.equal(settings.socket_mode_enabled, true);
  assert.deepEqual(oauth_config.scopes.bot, [
    'app_mentions:read',
    'assistant:write',
    'channels:history',
    'channels:read',
    'chat:write',
    'commands',
    'groups:history',
    'groups:read',
    'im:history',
    'users:read',
  ]);
});
