import type { Answer } from '../../../domain.ts';
import { failureName } from '../api.ts';
import type { ListenerDeps } from '../listener.ts';
import { readCardPlace } from '../posting/approval-cards.ts';
import { readableAnswer } from '../posting/readable-answer.ts';
import { showInThread } from '../posting/show-answer.ts';
import { callWithinMs } from './interaction-deps.ts';

/** Tells where they were asked for that requests for approval and questions have run out, and what is left to say. */
export async function expireApprovals(deps: ListenerDeps): Promise<void> {
  const { answers, api, cards, now, signal, log } = deps;
  // Of several requests of one answer each brings the answer along.
  const told = new Set<string>();
  const unanswered = (await answers.expireElicitations()).map(({ elicitation, ...rest }) => ({
    ...rest,
    approval: elicitation,
  }));
  for (const { approval, card, answer } of [...(await answers.expireApprovals()), ...unanswered]) {
    const place = readCardPlace(card);
    log.info('approval.expired', { approval, answer: answer.id });
    if (place === undefined) continue;
    try {
      if ('person' in place) {
        const message = { channel: place.person, text: expired, unfurl_links: false, unfurl_media: false };
        await api.call((client) => client.chat.postMessage(message), { deadline: now() + callWithinMs, signal });
        continue;
      }
      await cards.settle(approval, { state: 'expired' }, signal);
      if (!told.has(answer.id))
        await showInThread(place, await forReaders(answer, deps), { mark: `${answer.id}/expired` }, signal, deps);
      told.add(answer.id);
    } catch (error) {
      log.warn('slack.notice_failed', { approval, failure: failureName(error) });
    }
  }
}

/** Readers may have changed in the time that nobody decided. */
async function forReaders(answer: Answer, deps: ListenerDeps): Promise<Answer> {
  const { person, place } = (await deps.records.answers.get(answer.id)) ?? {};
  return readableAnswer(answer, { person: person ?? '', ...(place !== undefined && { place }) }, deps);
}

const expired = 'What I asked you for was not decided in time, or has expired with a restart. Nothing more was done.';
