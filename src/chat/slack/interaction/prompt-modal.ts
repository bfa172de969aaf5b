import type { KnownBlock, ModalView, PlainTextElement } from '@slack/types';
import { z } from 'zod';

/** The modal in which a person fills in what a prompt of a connector needs. */
export const promptCallback = 'connector_prompt';
/** The button that opens it; its value names connector and prompt. */
export const promptAction = 'connector_prompt_start';

/** A prompt as a person is offered it. What it says of itself is untrusted. */
export interface SlackPrompt {
  readonly connector: string;
  readonly name: string;
  readonly description: string;
  readonly args: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
}

const place = z.object({ connector: z.string(), name: z.string(), channel: z.string(), responseUrl: z.string() });
export type PromptPlace = z.infer<typeof place>;

const maxShown = 20;

/** What `/policy prompts` shows to the person alone. */
export function promptBlocks(prompts: readonly SlackPrompt[]): KnownBlock[] {
  return prompts.slice(0, maxShown).map(({ connector, name, description }) => ({
    type: 'section',
    text: plain(`${name} (${connector}): ${description}`.slice(0, 500)),
    accessory: {
      ...{ type: 'button', action_id: promptAction, text: plain('Start') },
      value: JSON.stringify({ connector, name }),
    },
  }));
}

export function promptModal({ name, connector, args }: SlackPrompt, at: PromptPlace): ModalView {
  return {
    type: 'modal',
    callback_id: promptCallback,
    private_metadata: JSON.stringify(at),
    title: plain('Start a prompt'),
    submit: plain('Ask'),
    close: plain('Cancel'),
    blocks: [
      { type: 'section', text: plain(`${name} of ${connector}. What it makes of this is asked in your name.`) },
      ...args.map(
        (arg, i): KnownBlock => ({
          ...{ type: 'input', block_id: `arg-${i}`, label: plain(arg.name), optional: !arg.required },
          ...(arg.description === '' ? {} : { hint: plain(arg.description) }),
          element: { type: 'plain_text_input', action_id: arg.name.slice(0, 255), max_length: 3_000 },
        }),
      ),
    ],
  };
}

const submission = z.object({
  user: z.object({ id: z.string() }),
  view: z.object({
    id: z.string(),
    private_metadata: z.string(),
    state: z.object({ values: z.record(z.string(), z.record(z.string(), z.object({ value: z.string().nullish() }))) }),
  }),
});

/** Undefined for a shape that isn't known. */
export function readPromptModal(body: unknown) {
  const parsed = submission.safeParse(body).data;
  const at = parsed && readPlace(parsed.view.private_metadata);
  if (parsed === undefined || at === undefined) return undefined;
  const entries = Object.values(parsed.view.state.values).flatMap((fields) => Object.entries(fields));
  const args = Object.fromEntries(entries.map(([name, { value }]) => [name, value ?? '']));
  return { person: parsed.user.id, view: parsed.view.id, at, args };
}

export function readPromptValue(value: string): { readonly connector: string; readonly name: string } | undefined {
  try {
    return place.pick({ connector: true, name: true }).safeParse(JSON.parse(value)).data;
  } catch {
    return undefined;
  }
}

function readPlace(text: string): PromptPlace | undefined {
  try {
    return place.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function plain(text: string): PlainTextElement {
  return { type: 'plain_text', text: text.slice(0, 2_000) || '–', emoji: false };
}
