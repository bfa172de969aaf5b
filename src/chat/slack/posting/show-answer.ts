import type { Answer, IsoDate } from '../../../domain.ts';
import type { ApprovalCards } from './approval-cards.ts';
import type { Delivered, SlackDelivery } from './deliver.ts';
import type { Target } from './find-posted.ts';
import { formatAnswer } from './format.ts';
import { fallbackText } from './forms.ts';
import { respond } from './respond.ts';

export interface ShowAnswerDeps {
  readonly delivery: SlackDelivery;
  readonly cards: ApprovalCards;
  /** The day of the last complete reading of all sources; undefined if there was none. */
  readonly indexedOn: () => Promise<IsoDate | undefined>;
}

/** Slack takes five answers to a command, and each may have to be sent in another form. */
const maxResponses = 4;

/** Brings an answer into a thread, and notes where its cards stand; returns the ts of the last message. Throws DeliveryError. */
export async function showInThread(
  target: Target,
  answer: Answer,
  how: Pick<Delivered, 'posted' | 'replace' | 'stream'> & {
    readonly question?: string | undefined;
    /** What its messages are found by; its id unless told. */
    readonly mark?: string;
  },
  signal: AbortSignal,
  { delivery, cards, indexedOn }: ShowAnswerDeps,
): Promise<string> {
  const { question, mark = answer.id, ...ways } = how;
  const parts = formatAnswer(answer, [], { indexedOn: await indexedOn(), question });
  const message = await delivery.deliver(target, { id: mark, parts, ...ways }, signal);
  if (parts.some(({ approval }) => approval !== undefined)) {
    const posted = await delivery.findPosted(target, mark, signal);
    for (const [at, { approval }] of parts.entries()) {
      const ts = posted.get(at + 1);
      if (approval !== undefined && ts !== undefined) await cards.note(approval, { ...target, ts });
    }
  }
  await cards.supersede(answer, signal);
  return message;
}

/**
 * Shows an answer to one person, through the address that Slack gave for it; the first message can take the place of
 * the one that stands there. False if Slack takes nothing any more; throws where it is not known whether it arrived.
 */
export async function showPrivately(
  {
    url,
    person,
    mayShare,
    replaces,
  }: {
    readonly url: string;
    readonly person: string;
    readonly mayShare: boolean;
    readonly replaces: boolean;
  },
  answer: Answer,
  signal: AbortSignal,
  { cards, indexedOn }: Pick<ShowAnswerDeps, 'cards' | 'indexedOn'>,
): Promise<boolean> {
  for (const { id } of [...(answer.approvals ?? []), ...(answer.elicitations ?? [])]) await cards.note(id, { person });
  const all = formatAnswer(answer, [], { mayShare, indexedOn: await indexedOn() });
  const parts = all.length <= maxResponses ? all : [...all.slice(0, maxResponses - 1), ...all.slice(-1)];
  for (const [at, part] of parts.entries()) {
    const response = { text: fallbackText(part), replace_original: replaces && at === 0 };
    if (await respond(url, { ...response, blocks: part.blocks }, signal)) continue;
    if (!(await respond(url, response, signal))) return false;
  }
  return true;
}
