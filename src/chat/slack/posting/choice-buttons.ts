import type { Checkboxes, KnownBlock } from '@slack/types';
import type { Answer } from '../../../domain.ts';
import { button, row } from './buttons.ts';

/** The `action_id` of the box to tick for having a choice remembered. */
export const rememberAction = 'remember_choice';

/** What a person can choose where they were asked back; typing it in the thread does the same. */
export function choiceBlocks({ id, choice }: Answer): KnownBlock[] {
  if (choice === undefined) return [];
  const buttons = choice.options
    .map(({ value, label }, at) => button('choose', capital(label), { answer: id, value }, undefined, at + 1))
    .filter((each) => each !== undefined);
  return [row(buttons), ...(choice.mayRemember ? [{ type: 'actions' as const, elements: [remember] }] : [])];
}

const remember: Checkboxes = {
  type: 'checkboxes',
  action_id: rememberAction,
  options: [{ text: { type: 'plain_text', text: 'Remember for next time' }, value: 'yes' }],
};

function capital(label: string): string {
  const plain = label.replace(/^the /, '');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
