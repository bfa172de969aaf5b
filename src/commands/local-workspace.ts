import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { BylawError, messageOf } from '../errors.ts';
import { createRealClock } from '../workspace/clock.ts';
import type { Channel } from '../workspace/entities.ts';
import { createPageServer, type PageServer } from '../workspace/page-server.ts';
import { sampleWorkspace } from '../workspace/sample-workspace.ts';
import { createSlackServer, type SlackServer } from '../workspace/slack-server.ts';

/** A Slack of this machine's own, with its page in the browser; the app connects to it as it does to Slack. */
export interface LocalWorkspace {
  readonly botToken: string;
  readonly appToken: string;
  /** Base address of its Web API. */
  readonly apiUrl: string;
  /** Address of the page. */
  readonly url: string;
  /** Channels in which a person's next question needs no mention, as when trying something out. */
  readonly channels: Readonly<Record<string, 'followups'>>;
  readonly server: SlackServer;
  stop(): Promise<void>;
}

const usualPort = 4700;
const manifestFile = new URL('../../manifest.yml', import.meta.url);

/** Starts it with the people of the sample company. `port` is the page's; absent means the usual one, or a free one. */
export async function startLocalWorkspace(port?: number): Promise<LocalWorkspace> {
  const manifest: unknown = parse(await readFile(manifestFile, 'utf8'));
  const { users, channels, userGroups, people, name } = sampleWorkspace;
  // Not to be guessed, since others on this machine can reach the port.
  const tokens = { botToken: `xoxb-${randomUUID()}`, appToken: `xapp-${randomUUID()}` };
  const server = createSlackServer({
    ...{ users, channels, userGroups, manifest, ...tokens },
    clock: createRealClock(),
    random: Math.random,
  });
  const page = createPageServer({
    ...{ server, manifest, people },
    workspace: name,
    appName: 'Bylaw',
    port: port ?? usualPort,
    isPortFixed: port !== undefined,
  });
  await server.start();
  await startPage(page, server, port);
  return {
    ...tokens,
    apiUrl: server.apiUrl(),
    url: page.url(),
    channels: Object.fromEntries(channels.filter(isRoom).map(({ id }) => [id, 'followups'])),
    server,
    async stop() {
      await page.stop();
      await server.stop();
    },
  };
}

function isRoom({ kind, extShared }: Channel): boolean {
  return (kind === 'public' || kind === 'private') && extShared !== true;
}

async function startPage(page: PageServer, server: SlackServer, port: number | undefined): Promise<void> {
  try {
    await page.start();
  } catch (cause) {
    await server.stop();
    const where = port === undefined ? 'on this machine' : `at port ${port}`;
    throw new BylawError(
      'chat_unavailable',
      `the local workspace cannot listen ${where} (${messageOf(cause)}): choose another with --port, or use --terminal`,
      { cause },
    );
  }
}
