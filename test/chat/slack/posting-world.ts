import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { WebClient } from '@slack/web-api';
import { clientOptions, createSlackApi } from '../../../src/chat/slack/api.ts';
import { createSdkLogger } from '../../../src/chat/slack/logger.ts';
import { createSlackDelivery } from '../../../src/chat/slack/posting/deliver.ts';
import { formatAnswer } from '../../../src/chat/slack/posting/format.ts';
import { createSlackWork, type WorkPlace } from '../../../src/chat/slack/posting/work.ts';
import type { Answer } from '../../../src/domain.ts';
import { type Log, silentLog } from '../../../src/log.ts';
import { botToken, openWorkspace, type WorkspaceOptions } from '../../workspace/open-workspace.ts';

/** What posts answers and shows the work on them, against the local workspace, without the rest of the app. */
export async function openPosting(t: TestContext, options: WorkspaceOptions = {}, log: Log = silentLog) {
  // Nobody listens here, so that there is nothing to acknowledge.
  const without = ['app_mention', 'message.channels', 'message.groups', 'message.im', 'message.mpim'];
  const workspace = await openWorkspace(t, { rateLimits: false, without, ...options });
  const { server, clock } = workspace;
  const logger = createSdkLogger(silentLog);
  const client = new WebClient(botToken, clientOptions({ apiUrl: server.apiUrl(), timeoutMs: 5_000, logger }));
  const pauses: number[] = [];
  const wait = async (ms: number) => void pauses.push(ms);
  const api = createSlackApi({ client, now: clock.now, wait });
  const delivery = createSlackDelivery({ api, bot: 'B0BYLAW', now: clock.now, wait, log });
  const work = createSlackWork({ client, bot: 'B0BYLAW', log, after: clock.after });
  const question = server.say('UALICE', 'CHR', 'How many days can I carry over?');
  const place: WorkPlace = {
    ...{ channel: 'CHR', thread: question.ts, user: 'UALICE', team: 'T0HOME', key: `T0HOME:CHR:${question.ts}` },
  };
  return {
    ...{ server, clock, client, pauses, delivery, work, place },
    /** Resolves once a method was called so often; a refused call changes nothing that could be waited for. */
    async called(method: string, times = 1): Promise<void> {
      while (server.calls(method) < times) {
        t.signal.throwIfAborted();
        await setImmediate();
      }
    },
    /** Lets work take so long that its cards come. */
    becomeSlow: () => clock.advance(1_500),
    /** The app's messages in the thread, as Alice sees them. */
    seen: () => server.view('UALICE', 'CHR', place.thread).messages.filter(({ from }) => from === 'U0BYLAW'),
    view: () => server.view('UALICE', 'CHR', place.thread),
    deliver: (answer: Answer, more: Partial<Parameters<typeof delivery.deliver>[1]> = {}) =>
      delivery.deliver(
        place,
        { id: answer.id, parts: formatAnswer(answer, []), ...more },
        new AbortController().signal,
      ),
    findPosted: (id: string) => delivery.findPosted(place, id, new AbortController().signal),
  };
}

export function answerOf(text: string, more: Partial<Answer> = {}): Answer {
  return {
    ...{ id: 'answer-1', status: 'answered', text, passages: [], model: 'stub', ms: 1 },
    citations: [
      {
        ...{
          n: 1,
          passage: 'p',
          document: 'd',
          title: 'Leave',
          section: 'Carry-over',
          quote: 'Five days.',
          version: 2,
        },
        url: 'https://example.com/leave#carry-over',
      },
    ],
    ...more,
  };
}
