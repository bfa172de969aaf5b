import { createRealClock } from '../../src/workspace/clock.ts';
import { createPageServer } from '../../src/workspace/page-server.ts';
import { sampleWorkspace } from '../../src/workspace/sample-workspace.ts';
import { createSlackServer, type SlackServer } from '../../src/workspace/slack-server.ts';
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
  const { users, channels, people, name } = sampleWorkspace;
  const server = createSlackServer({
    ...{ users, channels, manifest, botToken, appToken },
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
