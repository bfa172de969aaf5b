import type { ModalView, PlainTextElement } from '@slack/types';
import { z } from 'zod';

/** The modal that asks why an answer did not help. */
export const feedbackCallback = 'feedback_reason';

const reasons = {
  wrong: 'It is wrong',
  outdated: 'It is out of date',
  not_for_me: 'It is not about my country or contract',
  incomplete: 'Something is missing',
  unclear: 'It is hard to understand',
  other: 'Something else',
} as const;

const longestDetails = 1_000;

export function feedbackModal(answerId: string): ModalView {
  return {
    type: 'modal',
    callback_id: feedbackCallback,
    private_metadata: answerId,
    title: plain('What was wrong?'),
    submit: plain('Send'),
    close: plain('Cancel'),
    blocks: [
      {
        type: 'input',
        block_id: 'reason',
        label: plain('Reason'),
        element: {
          type: 'radio_buttons',
          action_id: 'reason',
          options: Object.entries(reasons).map(([value, text]) => ({ value, text: plain(text) })),
        },
      },
      {
        type: 'input',
        block_id: 'details',
        optional: true,
        label: plain('What should the answer have been?'),
        hint: plain('The people who look after the policies will read this, without your name.'),
        element: { type: 'plain_text_input', action_id: 'details', multiline: true, max_length: longestDetails },
      },
    ],
  };
}

const submission = z.object({
  user: z.object({ id: z.string() }),
  view: z.object({
    private_metadata: z.string().min(1),
    state: z.object({
      values: z.object({
        reason: z.object({ reason: z.object({ selected_option: z.object({ value: z.string() }).nullish() }) }),
        details: z.object({ details: z.object({ value: z.string().nullish() }) }).optional(),
      }),
    }),
  }),
});

export interface FeedbackReason {
  readonly person: string;
  readonly answerId: string;
  readonly choice: string;
  /** In the person's own words; empty where there are none. */
  readonly details: string;
}

/** What was sent from the modal; undefined for a shape that isn't known. */
export function readFeedback(body: unknown): FeedbackReason | undefined {
  const parsed = submission.safeParse(body).data;
  if (!parsed) return undefined;
  const { reason, details } = parsed.view.state.values;
  const chosen = Object.entries(reasons).find(([value]) => value === reason.reason.selected_option?.value);
  return {
    person: parsed.user.id,
    answerId: parsed.view.private_metadata,
    choice: chosen?.[1] ?? reasons.other,
    details: (details?.details.value ?? '').trim().slice(0, longestDetails),
  };
}

function plain(text: string): PlainTextElement {
  return { type: 'plain_text', text };
}
