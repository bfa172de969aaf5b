import { z } from 'zod';
import type { Answer } from '../../../domain.ts';
import type { Log } from '../../../log.ts';
import type { ApprovalRecords, ElicitationRecords } from '../../../records/records.ts';
import { failureName, type SlackApi } from '../api.ts';
import { type ApprovalOutcome, formatDecidedApproval } from './approval-card.ts';
import { formatSettledElicitation } from './elicitation-card.ts';
import { contentOf } from './forms.ts';
import type { SlackPart } from './parts.ts';

/** Where a card stands; of one that a person alone sees nothing but the person is known. */
const cardPlace = z.union([
  z.object({ channel: z.string(), thread: z.string(), ts: z.string() }),
  z.object({ person: z.string() }),
]);
export type CardPlace = z.infer<typeof cardPlace>;

/** The cards that ask for a yes, or for what another system wants to know. Each is a message of its own, so that it can be changed when it is settled. */
export interface ApprovalCards {
  note(approval: string, place: CardPlace): Promise<void>;
  /** Takes the buttons off a card and says how it ended. A failure is logged and no more: a press is checked anyway. */
  settle(approval: string, outcome: ApprovalOutcome, signal: AbortSignal): Promise<void>;
  /** The settled card of a request; undefined if it is not known any more. */
  settled(approval: string, outcome: ApprovalOutcome): Promise<SlackPart | undefined>;
  /** Settles the cards that an answer has made void. */
  supersede(answer: Answer, signal: AbortSignal): Promise<void>;
}

const withinMs = 30_000;

export function createApprovalCards(options: {
  readonly approvals: ApprovalRecords;
  readonly elicitations?: ElicitationRecords | undefined;
  readonly api: SlackApi;
  readonly now: () => number;
  readonly log: Log;
}): ApprovalCards {
  const { approvals, elicitations, api, now, log } = options;

  async function settled(approval: string, outcome: ApprovalOutcome): Promise<SlackPart | undefined> {
    const request = await approvals.get(approval);
    if (request !== undefined) return formatDecidedApproval(request.id, request, outcome);
    const asked = await elicitations?.get(approval);
    return asked && formatSettledElicitation(asked.id, asked, asked.state);
  }

  async function settle(approval: string, outcome: ApprovalOutcome, signal: AbortSignal): Promise<void> {
    const place = readCardPlace(((await approvals.get(approval)) ?? (await elicitations?.get(approval)))?.card);
    const part = await settled(approval, outcome);
    if (place === undefined || !('ts' in place) || part === undefined) return;
    const { channel, ts } = place;
    try {
      const content = contentOf(part, 'blocks');
      await api.call((client) => client.chat.update({ channel, ts, ...content }), {
        deadline: now() + withinMs,
        signal,
      });
    } catch (error) {
      log.warn('slack.card_not_settled', { approval, failure: failureName(error) });
    }
  }

  return {
    // One id is of one kind only.
    note: async (approval, place) => {
      await approvals.noteCard(approval, JSON.stringify(place));
      await elicitations?.noteCard(approval, JSON.stringify(place));
    },
    settle,
    settled,
    async supersede({ superseded = [] }, signal) {
      for (const approval of superseded) await settle(approval, { state: 'superseded' }, signal);
    },
  };
}

/** Undefined where nothing was noted, or by something else. */
export function readCardPlace(card: string | undefined): CardPlace | undefined {
  if (card === undefined) return undefined;
  try {
    return cardPlace.safeParse(JSON.parse(card)).data;
  } catch {
    return undefined;
  }
}
