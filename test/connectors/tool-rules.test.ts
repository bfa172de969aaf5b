import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRules } from '../../src/connectors/connector.ts';
import type { RemoteTool } from '../../src/connectors/mcp-connection.ts';
import { effectOf, isOpenWorld, isRepeatable, mayUse, whyDenied } from '../../src/connectors/tool-rules.ts';
import type { Viewer } from '../../src/domain.ts';

const tool = (annotations: RemoteTool['annotations'] = {}, name = 'act'): RemoteTool => ({
  ...{ name, description: '', inputSchema: { type: 'object' }, annotations },
});
const rules = (given: Partial<ToolRules> = {}): ToolRules => ({
  deny: [],
  trusted: false,
  approvers: ['desk'],
  ...given,
});
const viewer = (given: Partial<Viewer> = {}): Viewer => ({ audienceKeys: ['everyone'], on: '2026-11-30', ...given });

test('a missing hint means the worst', () => {
  assert.equal(effectOf(tool(), rules({ trusted: true })), 'destructive');
  assert.equal(isOpenWorld(tool(), rules({ trusted: true })), true);
  assert.equal(isRepeatable(tool(), rules({ trusted: true })), false);
});

test('only a trusted server’s word that a tool only reads lets it run by itself', () => {
  assert.equal(effectOf(tool({ readOnlyHint: true }), rules({ trusted: true })), 'read');
  assert.equal(effectOf(tool({ readOnlyHint: true }), rules()), 'write');
  assert.equal(effectOf(tool({ readOnlyHint: true, destructiveHint: true }), rules({ trusted: true })), 'destructive');
  assert.equal(effectOf(tool({ destructiveHint: false }), rules({ trusted: true })), 'write');
  assert.equal(effectOf(tool({ readOnlyHint: false, destructiveHint: true }), rules()), 'destructive');
});

test('an untrusted server is believed neither to be closed nor to bear repeating', () => {
  const claims = tool({ openWorldHint: false, idempotentHint: true, destructiveHint: false });
  assert.deepEqual([isOpenWorld(claims, rules()), isRepeatable(claims, rules())], [true, false]);
  const trusted = rules({ trusted: true });
  assert.deepEqual([isOpenWorld(claims, trusted), isRepeatable(claims, trusted)], [false, true]);
});

test('without approvers nothing destructive is offered', () => {
  assert.match(whyDenied(tool(), { tools: rules({ approvers: [] }) }) ?? '', /approvers names nobody/);
  assert.equal(whyDenied(tool(), { tools: rules() }), undefined);
  assert.equal(whyDenied(tool({ destructiveHint: false }), { tools: rules({ approvers: [] }) }), undefined);
});

test('deny beats allow, and a star at the end means any', () => {
  const denied = (name: string, given: Partial<ToolRules>) => whyDenied(tool({}, name), { tools: rules(given) });
  assert.equal(denied('ticket_get', { allow: ['ticket_*'] }), undefined);
  assert.match(denied('admin_get', { allow: ['ticket_*'] }) ?? '', /tools.allow does not name it/);
  assert.match(denied('ticket_drop', { allow: ['ticket_*'], deny: ['ticket_dr*'] }) ?? '', /tools.deny names it/);
});

test('tools for credentials are not offered unless they are named', () => {
  for (const name of ['_internal_set_auth', 'linear_auth_callback', 'setApiToken', 'get-password', 'OAuthStart']) {
    assert.match(whyDenied(tool({}, name), { tools: rules() }) ?? '', /credentials/, name);
    assert.equal(whyDenied(tool({}, name), { tools: rules({ allow: [name] }) }), undefined, name);
  }
  assert.match(whyDenied(tool({}, 'set_auth'), { tools: rules({ allow: ['*'] }) }) ?? '', /credentials/);
  for (const name of ['list_authors', 'tokenize_text', 'ticket_get'])
    assert.equal(whyDenied(tool({}, name), { tools: rules() }), undefined, name);
});

test('a connector is denied everywhere until a channel is named', () => {
  const nobody = { channels: [], groups: [], people: [] };
  assert.equal(mayUse(viewer({ place: 'C1', person: 'U1' }), nobody), false);
  assert.equal(mayUse(viewer({ person: 'U1' }), nobody), false);
  assert.equal(mayUse(viewer({ person: 'U1', roles: ['hr'] }), { ...nobody, groups: ['hr'], people: ['U1'] }), false);
});

test('channels say where, groups and people say who', () => {
  const access = { channels: ['C-HR'], groups: [], people: [] };
  assert.equal(mayUse(viewer({ place: 'C-HR', person: 'U1' }), access), true);
  assert.equal(mayUse(viewer({ place: 'C-OTHER', person: 'U1' }), access), false);
  assert.equal(mayUse(viewer({ person: 'U1' }), access), false, 'a private question is no channel');
  assert.equal(mayUse(viewer({ person: 'U1' }), { ...access, channels: ['direct'] }), true);
  assert.equal(mayUse(viewer({ place: 'C-ANY' }), { ...access, channels: ['*'] }), true);
  assert.equal(mayUse(viewer(), { ...access, channels: ['*'] }), true);
  const narrow = { channels: ['*'], groups: ['hr'], people: ['U9'] };
  assert.equal(mayUse(viewer({ person: 'U1', roles: ['hr'] }), narrow), true);
  assert.equal(mayUse(viewer({ person: 'U9' }), narrow), true);
  assert.equal(mayUse(viewer({ person: 'U1', roles: ['it'] }), narrow), false);
  assert.equal(mayUse(viewer({ roles: ['hr'] }), narrow), false, 'whoever is not known is nobody');
});
