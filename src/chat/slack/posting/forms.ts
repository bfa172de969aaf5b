import type { KnownBlock } from '@slack/types';
import { toMrkdwn } from './mrkdwn.ts';
import type { SlackPart } from './parts.ts';
import { splitText } from './split.ts';

/** From the richest to the plainest: the next is tried where Slack refuses one. */
export const forms = ['blocks', 'markdown_text', 'text'] as const;
export type SlackForm = (typeof forms)[number];

export type SlackContent =
  | { readonly blocks: KnownBlock[]; readonly text: string }
  | { readonly markdown_text: string }
  | { readonly text: string };

const maxFallback = 3_000;

export function contentOf(part: SlackPart, form: SlackForm): SlackContent {
  if (form === 'markdown_text') return { markdown_text: part.markdown };
  if (form === 'text') return { text: toMrkdwn(part.markdown) };
  return { blocks: [...part.blocks], text: fallbackText(part) };
}

/** What notifications and screen readers get. */
export function fallbackText(part: SlackPart): string {
  return splitText(toMrkdwn(part.markdown), maxFallback)[0] ?? '';
}
