import type { ActionsBlock, Button, ContextActionsBlock, KnownBlock } from '@slack/types';
import type { Answer } from '../../../domain.ts';
import { type ActionName, type ActionValue, actionId, encodeAction } from '../action-ids.ts';
import type { Unit } from './parts.ts';
import { short } from './place.ts';
import { escapeInline } from './text.ts';

const maxLabel = 75;
const maxFollowUps = 3;
const maxQuestion = 300;

/** What a person can do with an answer. Questions nearby are told in the plain form too; the rest has no other form. */
export function answerButtons(answer: Answer, options: { readonly mayShare: boolean }): Unit {
  const { id, status } = answer;
  const isFound = status === 'answered';
  const isMissing = status === 'not_found' || status === 'failed';
  const questions = isFound ? related(answer) : [];
  const next = questions
    .map((text, at) => button('follow_up', text, { answer: id, text }, undefined, at + 1))
    .filter((each) => each !== undefined);
  const own: Button[] = [
    ...(isFound || isMissing
      ? [button('ask_person', 'Ask a person', { answer: id }, isMissing ? 'primary' : undefined)]
      : []),
    ...(isFound || status === 'not_found' ? [button('why_answer', 'Why this answer', { answer: id })] : []),
    ...(isFound && options.mayShare ? [button('share_answer', 'Share in channel', { answer: id })] : []),
  ].filter((each) => each !== undefined);
  const blocks: KnownBlock[] = [
    ...(next.length > 0 ? [relatedTitle, row(next)] : []),
    ...(own.length > 0 ? [row(own)] : []),
    ...(isFound || status === 'not_found' ? [feedback(id)] : []),
  ];
  const lines = questions.map((text) => `- ${escapeInline(text)}`).join('\n');
  return { blocks, markdown: lines === '' ? '' : `**Related questions**\n\n${lines}` };
}

/** Undefined where its value would be too long for Slack. */
export function button<Name extends ActionName>(
  name: Name,
  label: string,
  value: ActionValue<Name>,
  style?: 'primary' | 'danger',
  suffix?: string | number,
): Button | undefined {
  const encoded = encodeAction(name, value);
  if (encoded === undefined) return undefined;
  return {
    type: 'button',
    action_id: actionId(name, suffix),
    text: { type: 'plain_text', text: labelText(label), emoji: false },
    value: encoded,
    ...(style !== undefined && { style }),
  };
}

export function row(elements: readonly Button[]): ActionsBlock {
  return { type: 'actions', elements: [...elements] };
}

const relatedTitle: KnownBlock = { type: 'context', elements: [{ type: 'mrkdwn', text: 'Related questions' }] };

function related({ followUps = [] }: Answer): string[] {
  return followUps.filter((text) => text.length <= maxQuestion).slice(0, maxFollowUps);
}

function feedback(answer: string): ContextActionsBlock {
  const choice = (verdict: 'up' | 'down', text: string, label: string) => ({
    text: { type: 'plain_text' as const, text, emoji: false },
    accessibility_label: label,
    value: encodeAction('answer_feedback', { answer, verdict }) ?? '',
  });
  return {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        action_id: actionId('answer_feedback'),
        positive_button: choice('up', 'Helpful', 'This answer helped'),
        negative_button: choice('down', 'Not helpful', 'This answer did not help'),
      },
    ],
  };
}

/** Angle brackets are replaced, so that no client can take a label for a control sequence. */
function labelText(label: string): string {
  return short(label, maxLabel).replaceAll('<', '‹').replaceAll('>', '›');
}
