import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { connectorsCommand } from '../../src/commands/connectors.ts';
import { forgetPersonCommand } from '../../src/commands/forget-person.ts';
import { loadConfig } from '../../src/config.ts';
import { startAuthorizationServer } from '../support/mcp/authorization-server.ts';
import { startGuardedServer } from '../support/mcp/guarded-server.ts';
import { temporaryFolder } from '../support/run-bylaw.ts';

/** Runs commands against one connector to which each person signs in. */
async function openWorld(t: TestContext, { hasKey = true } = {}) {
  const authorization = await startAuthorizationServer(t);
  const server = await startGuardedServer(t, authorization);
  const cwd = temporaryFolder(t);
  const settings = {
    embeddings: { provider: 'none' },
    mcpServers: { desk: { url: server.url } },
    connectors: {
      desk: { auth: 'person', protocol: 'legacy', access: { channels: ['*'] }, tools: { approvers: ['ops'] } },
    },
  };
  writeFileSync(join(cwd, 'bylaw.yaml'), JSON.stringify(settings));
  const env = hasKey ? { BYLAW_SECRET_KEY: randomBytes(32).toString('base64') } : {};
  const read = () => loadConfig({ cwd, data: join(cwd, 'state'), argumentFolder: cwd, env });
  const run = async (
    command: typeof connectorsCommand,
    words: readonly string[],
    more: { readonly options?: Readonly<Record<string, string | boolean>>; readonly isTTY?: boolean } = {},
    onError: (text: string) => void = () => {},
  ) => {
    const { options = {}, isTTY = false } = more;
    const stdin = Object.assign(new PassThrough(), { isTTY });
    const stdout = new PassThrough();
    const stderr = new PassThrough().on('data', (chunk) => onError(String(chunk)));
    const status = await command.run({
      ...{ config: read(), readConfig: read, words, options, cwd, json: false, signal: new AbortController().signal },
      stdin: stdin as unknown as NodeJS.ReadStream,
      stdout: stdout as unknown as NodeJS.WriteStream,
      stderr: stderr as unknown as NodeJS.WriteStream,
    });
    return { status, stdout: String(stdout.read() ?? '') };
  };
  return { authorization, run };
}

const asAda = { options: { as: 'U-ADA', yes: true }, isTTY: true };

test('an admin lists and approves with the sign-in of a person, given once on a page of this machine', async (t) => {
  const { authorization, run } = await openWorld(t);
  const listed = await run(connectorsCommand, ['list']);
  assert.equal(listed.status, 0);
  assert.match(listed.stdout, /^desk: needs_auth\n {2}connector "desk" wants each person to sign in/);
  await assert.rejects(run(connectorsCommand, ['test', 'desk']), /wants each person to sign in: add --as PERSON/);
  await assert.rejects(
    run(connectorsCommand, ['test', 'desk'], { options: { as: 'U-ADA' } }),
    /U-ADA is not signed in to connector "desk": run bylaw connectors test desk --as U-ADA in a terminal/,
  );

  const page = Promise.withResolvers<string>();
  const tested = run(connectorsCommand, ['test', 'desk'], asAda, (text) => {
    const url = /\nhttp\S+/.exec(text)?.[0].trim();
    if (url !== undefined) page.resolve(url);
  });
  const back = await authorization.signInAs('ada', await page.promise);
  assert.equal(back.hostname, '127.0.0.1');
  const shown = await fetch(back);
  assert.match(await shown.text(), /You are signed in to desk/);
  const { status, stdout } = await tested;
  assert.equal(status, 0);
  assert.match(stdout, /^desk: ready[\s\S]*whoami\s+quarantined/);

  // From now on without a page, and without a terminal.
  const approved = await run(connectorsCommand, ['approve', 'desk'], { options: { as: 'U-ADA', yes: true } });
  assert.match(approved.stdout, /Approved\.\n$/);
  await assert.rejects(
    run(connectorsCommand, ['test', 'desk'], { options: { as: 'U-BOB' } }),
    /U-BOB is not signed in to connector "desk"/,
  );

  const forgotten = await run(forgetPersonCommand, ['U-ADA'], { options: { yes: true } });
  assert.match(forgotten.stdout, /1 sign-in at another system\nNothing is stored of U-ADA any more/);
  assert.equal(authorization.revoked.length, 2);
});

test('without a key such a connector is refused with what to set', async (t) => {
  const { run } = await openWorld(t, { hasKey: false });
  const { status, stdout } = await run(connectorsCommand, ['test', 'desk'], asAda);
  assert.equal(status, 1);
  assert.match(stdout, /^desk: failed\n {2}BYLAW_SECRET_KEY is not set: [\s\S]*openssl rand -base64 32/);
});
