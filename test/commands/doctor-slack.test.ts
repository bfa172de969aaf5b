import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { runBylaw, temporaryFolder } from '../support/run-bylaw.ts';
import { appToken, botToken, openWorkspace } from '../workspace/open-workspace.ts';

const report = z.object({
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string(), fix: z.string().optional() })),
});

test('doctor names the scope that a workspace lacks, why it is needed and what stops without it', async (t) => {
  const { server } = await openWorkspace(t, { without: ['channels:read', 'files:read'] });
  const env = { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_API_URL: server.apiUrl() };
  const { status, stdout } = await runBylaw(['doctor', '--json', '--data', temporaryFolder(t)], { env });
  assert.equal(status, 1);
  const slack = report.parse(JSON.parse(stdout)).checks.filter(({ name }) => name === 'slack');
  const needed = slack.find(({ ok }) => !ok);
  assert.match(
    needed?.detail ?? '',
    /scope channels:read is missing.*is shared.*without it every question in a channel/,
  );
  assert.match(needed?.fix ?? '', /manifest\.yml/);
  assert.ok(slack.some(({ ok, detail }) => ok && detail.includes('the optional scope files:read is missing')));
  assert.ok(slack.some(({ ok, detail }) => ok && detail === 'the app token opens connections'));
});

test('doctor names half a set of Slack variables', async (t) => {
  const env = { SLACK_SIGNING_SECRET: 'a-signing-secret' };
  const { status, stdout } = await runBylaw(['doctor', '--json', '--data', temporaryFolder(t)], { env });
  assert.equal(status, 1);
  const slack = report.parse(JSON.parse(stdout)).checks.find(({ name }) => name === 'slack');
  assert.match(slack?.detail ?? '', /^SLACK_BOT_TOKEN is not set/);
  assert.doesNotMatch(stdout, /a-signing-secret/);
});
