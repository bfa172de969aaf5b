import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { createRealClock } from '../../src/workspace/clock.ts';
import { createPageServer } from '../../src/workspace/page-server.ts';
import { sampleWorkspace } from '../../src/workspace/sample-workspace.ts';
import { createSlackServer, type SlackServer } from '../../src/workspace/slack-server.ts';
import { launchBrowser, openPage } from '../support/browser.ts';
import { appToken, botToken, readOwnManifest } from './open-workspace.ts';
import { connectStandIn, type StandInApp } from './stand-in-app.ts';

export interface PageWorkspace {
  readonly server: SlackServer;
  readonly app: StandInApp;
  readonly url: string;
  stop(): Promise<void>;
}

/** The sample workspace with its page and an app that does as it is told. */
export async function openPageWorkspace(): Promise<PageWorkspace> {
  const manifest = await readOwnManifest();
  const { users, channels, userGroups, people, name } = sampleWorkspace;
  const server = createSlackServer({
    ...{ users, channels, userGroups, manifest, botToken, appToken },
    clock: createRealClock(),
    random: () => 0.9,
    rateLimits: false,
  });
  const page = createPageServer({
    ...{ server, manifest, people, workspace: name, appName: 'Bylaw' },
    port: 0,
    isPortFixed: true,
  });
  await server.start();
  await page.start();
  const app = await connectStandIn(server);
  return {
    server,
    app,
    url: page.url(),
    async stop() {
      app.stop();
      await page.stop();
      await server.stop();
    },
  };
}

export interface VisitedWorkspace extends PageWorkspace {
  /** Goes to a place. What a page must not do fails the test. */
  visit(t: TestContext, hash: string): Promise<Page>;
  /** A question of a person with the app's answer in its thread. */
  thread(user: string, channel: string, answer: object): Promise<{ readonly hash: string; readonly answer: string }>;
}

/** The same with a browser, one for all tests of a file. */
export async function openVisitedWorkspace(): Promise<VisitedWorkspace> {
  const browser = await launchBrowser();
  const workspace = await openPageWorkspace();
  const { page, problems } = await openPage(browser, workspace.url);
  return {
    ...workspace,
    async visit(t, hash) {
      await page.goto(`${workspace.url}/${hash}`);
      t.after(() => assert.deepEqual(problems.splice(0), []));
      return page;
    },
    async thread(user, channel, answer) {
      const { ts } = workspace.server.say(user, channel, '@bylaw what does the policy say?');
      const message = { channel, thread_ts: ts, text: 'an answer', ...answer };
      const posted = await workspace.app.call('chat.postMessage', message);
      return { hash: `#/${user}/${channel}/${ts}`, answer: String(posted.ts) };
    },
    async stop() {
      await browser.close();
      await workspace.stop();
    },
  };
}
