import { decodeAction } from '../action-ids.ts';
import { rememberAction } from '../posting/choice-buttons.ts';
import { escapeMrkdwn } from '../posting/text.ts';
import type { InteractionDeps } from './interaction-deps.ts';
import type { Press } from './press.ts';
import { askFromPress } from './press-ask.ts';

const over = 'I have gone on with that question already. Ask it again to choose anew.';

/** Goes on with a question that was asked back, once, for the person who asked it. */
export async function choose(press: Press, deps: InteractionDeps): Promise<void> {
  const { reply, answers, records } = deps;
  const pressed = decodeAction('choose', press.value);
  if (pressed === undefined || press.channel === undefined) return;
  const { answer, value } = pressed;
  const state = await answers.mayChoose(answer, press.person);
  const record = state === 'open' ? await records.answers.get(answer) : undefined;
  const option = record?.answer.choice?.options.find((each) => each.value === value);
  if (state === 'not_yours')
    return reply.tell(press, 'Only the person who asked can choose. Ask me yourself, if you like.');
  if (state === 'over') return reply.tell(press, over);
  if (record === undefined || option === undefined)
    return reply.tell(press, 'That question is no longer kept. Please ask again.');
  const isRemembered = record.answer.choice?.mayRemember === true && press.ticked.includes(rememberAction);
  const ask = askFromPress(press, {
    // One for all that can be pressed, so that the first press counts.
    key: `${deps.self.team}:choice:${answer}`,
    text: escapeMrkdwn(option.label),
    at: deps.now(),
  });
  if (ask === undefined) return;
  const chosen = { answer, value, conversation: record.conversation, ...(isRemembered && { isRemembered }) };
  if (!(await deps.accept({ ...ask, chosen }))) await reply.tell(press, over);
}
