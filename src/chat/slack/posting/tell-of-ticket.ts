import type { TellOfTicket, TicketNews } from '../../../connectors/ticket-watch.ts';
import { judgePostFailure } from '../api.ts';
import { callWithinMs } from '../interaction/interaction-deps.ts';
import { once } from '../interaction/once.ts';
import type { ListenerDeps } from '../listener.ts';
import { DeliveryError } from './delivery-error.ts';
import type { Target } from './find-posted.ts';
import { escapeInline, escapeMrkdwn } from './text.ts';

type Deps = Pick<ListenerDeps, 'delivery' | 'api' | 'records' | 'now'>;

/**
 * Tells in the thread that a ticket was opened in how it stands now, once for a key: its message carries the key and is
 * looked for before it is sent again. After a command, which has no thread, its person is told directly.
 */
export async function tellOfTicket(
  news: TicketNews,
  signal: AbortSignal,
  deps: Deps,
): Promise<Awaited<ReturnType<TellOfTicket>>> {
  const thread = threadIn(news.conversation);
  if (thread === undefined) return tellPerson(news, signal, deps);
  const { delivery } = deps;
  const text = escapeInline(sentence(news));
  const parts = [{ blocks: [{ type: 'markdown' as const, text }], markdown: text }];
  try {
    const posted = await delivery.findPosted(thread, news.key, signal);
    await delivery.deliver(thread, { id: news.key, parts, posted }, signal);
    return 'told';
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DeliveryError)) throw error;
    return error.failure === 'later' ? 'later' : 'gone';
  }
}

/** At most once, since nothing can be looked for there. */
async function tellPerson(news: TicketNews, signal: AbortSignal, deps: Deps) {
  const { api, records, now } = deps;
  const { person: channel } = news;
  if (channel === undefined || !news.conversation.startsWith('slack:')) return 'gone';
  const text = escapeMrkdwn(sentence(news));
  const message = { channel, text, unfurl_links: false, unfurl_media: false };
  let isLater = false;
  await once(
    news.key,
    async () => {
      try {
        await api.call((client) => client.chat.postMessage(message), { deadline: now() + callWithinMs, signal });
      } catch (error) {
        isLater = judgePostFailure(error) === 'later';
      }
      return !isLater;
    },
    { ledger: records.ledger, now },
  );
  return isLater ? 'later' : 'told';
}

/** The thread of a conversation; undefined for that of a command. */
export function threadIn(conversation: string): Target | undefined {
  const [, channel, thread] = /^slack:([A-Z0-9]+):(\d+\.\d+)$/.exec(conversation) ?? [];
  return channel === undefined || thread === undefined ? undefined : { channel, thread };
}

function sentence({ ticket, status, was, url }: TicketNews): string {
  return `Ticket ${ticket} is now “${status}” (it was “${was}”).${url === undefined ? '' : ` ${url}`}`;
}
