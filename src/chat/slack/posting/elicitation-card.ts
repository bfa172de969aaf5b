import type { Elicitation } from '../../../elicitation.ts';
import type { ElicitationState } from '../../../records/records.ts';
import { button, row } from './buttons.ts';
import { packParts, type SlackPart, type Unit } from './parts.ts';
import { escapeInline } from './text.ts';

const maxMessage = 2_000;

/** The message in which another system asks the person something: who asks, what for, and what the person can do. */
export function formatElicitation(answerId: string, elicitation: Elicitation): SlackPart {
  const { id, request } = elicitation;
  const press = (label: string, action: 'open' | 'accept' | 'decline' | 'cancel', style?: 'primary') =>
    button('elicit', label, { answer: answerId, elicitation: id, action }, style, action);
  const link = request.mode === 'url' ? pageLink(request.url) : undefined;
  const buttons = [
    ...(request.mode === 'form' ? [press('Answer', 'open', 'primary')] : [link, press('Done', 'accept')]),
    press('Decline', 'decline'),
    press('Cancel', 'cancel'),
  ].filter((each) => each !== undefined);
  const rules =
    request.mode === 'form'
      ? 'Only the person who asked can answer. Never type a password or token into a form.'
      : `The page is at *${hostOf(request.url)}*. Open it only if you trust it, then press Done. Only the person who asked can.`;
  const told: Unit = {
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: escapeMrkdwnLines(`${whatOf(elicitation)}\n${rules}`) } },
      row(buttons),
    ],
    markdown: `${escapeInline(whatOf(elicitation))} ${escapeInline(rules)}`,
  };
  const [part] = packParts(answerId, [[told]]);
  return { ...(part ?? told), approval: id };
}

/** What takes its place once it is settled: how, and no buttons. */
export function formatSettledElicitation(
  answerId: string,
  elicitation: Elicitation,
  state: ElicitationState,
): SlackPart {
  const text = `${escapeInline(`${elicitation.recipient} asked something about “${elicitation.title}”.`)} **${outcomes[state]}**`;
  const [part] = packParts(answerId, [[{ blocks: [{ type: 'markdown', text }], markdown: text }]]);
  return part ?? { blocks: [], markdown: text };
}

const outcomes: Readonly<Record<ElicitationState, string>> = {
  open: 'It waits for an answer.',
  accepted: 'It was answered.',
  declined: 'It was declined.',
  cancelled: 'It was cancelled.',
  expired: 'It was not answered in time, or expired with a restart.',
  superseded: 'It is no longer valid after a later question.',
};

function whatOf({ recipient, title, request }: Elicitation): string {
  const message = request.message.replace(/\s+/g, ' ').trim().slice(0, maxMessage);
  return `${recipient} asks, to go on with “${title}”: ${message === '' ? '(no words)' : `“${message}”`}`;
}

function pageLink(url: string) {
  return {
    type: 'button' as const,
    action_id: 'elicit_page',
    text: { type: 'plain_text' as const, text: `Open ${hostOf(url)}`.slice(0, 75), emoji: false },
    url,
  };
}

/** As people read it: never a look-alike in other letters, which `URL` shows as `xn--`. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unknown place';
}

/** What another system wrote can neither mention people nor format. Our own bold stays. */
function escapeMrkdwnLines(text: string): string {
  return text
    .replace(/[\p{Cf}\u2800\u3164]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .slice(0, 2_900);
}
