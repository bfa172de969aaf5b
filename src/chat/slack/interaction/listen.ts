import type { App, ViewSubmitAction } from '@slack/bolt';
import { type ActionName, actionPattern, decodeAction } from '../action-ids.ts';
import { failureName } from '../api.ts';
import type { ListenerDeps } from '../listener.ts';
import { createAdmins } from './admins.ts';
import { askPerson } from './ask-person.ts';
import { choose } from './choose.ts';
import { decide } from './decide.ts';
import { elicit, takeElicitation } from './elicit.ts';
import { elicitationCallback } from './elicitation-modal.ts';
import { feedbackCallback } from './feedback.ts';
import { askFollowUp } from './follow-up.ts';
import { forgetMemoryAction } from './home.ts';
import { type InteractionDeps, type InteractionSettings, momentIn } from './interaction-deps.ts';
import { openTicket } from './offer-ticket.ts';
import { takePolicyCommand } from './policy-command.ts';
import { type Press, readPress } from './press.ts';
import { createPressReply } from './press-reply.ts';
import { promptAction, promptCallback } from './prompt-modal.ts';
import { readableRecord } from './readable-record.ts';
import { shareAnswer } from './share.ts';
import { askFromShortcut, shortcutCallback } from './shortcut.ts';
import { showHome, showOpened } from './show-home.ts';
import { askPrompt, openPrompt } from './start-prompt.ts';
import { takeReason, takeVerdict } from './take-feedback.ts';
import { explainAnswer } from './why.ts';

type Handler = (press: Press, deps: InteractionDeps) => Promise<void>;

const handlers: Readonly<Record<ActionName, Handler>> = {
  answer_feedback: takeVerdict,
  ask_person: askPerson,
  open_ticket: openTicket,
  why_answer: explain,
  share_answer: shareAnswer,
  follow_up: askFollowUp,
  approval_decide: decide,
  choose,
  elicit,
  stop_answer: stop,
};

/** Whatever is none of ours, links among them: Slack shows an error next to a button that nobody acknowledges. */
const others = new RegExp(`^(?!(?:${[...Object.keys(handlers), forgetMemoryAction, promptAction].join('|')})(?::|$))`);

/** Registers everything besides messages that a person can do: words, buttons, modals, the shortcut and Home. */
export function listenToInteractions(app: App, listener: ListenerDeps, settings: InteractionSettings): void {
  const { api, log, self, now, signal } = listener;
  const deps: InteractionDeps = {
    ...listener,
    settings,
    admins: createAdmins({ ids: settings.admins, api, now, log }),
    reply: createPressReply({ api, now, log, signal }),
  };

  async function take(body: unknown, handle: Handler): Promise<void> {
    const press = readPress(body);
    if (press === undefined) {
      log.warn('slack.ignored', { reason: 'unknown_shape' });
      return;
    }
    log.info('slack.pressed', { action: press.action });
    try {
      await handle(press, deps);
    } catch (error) {
      log.error('slack.press_failed', { action: press.action, failure: failureName(error) });
      await deps.reply.tell(press, 'That did not work because something went wrong here. Please try again.');
    }
  }

  for (const [name, handle] of Object.entries(handlers)) {
    app.action({ action_id: actionPattern(name as ActionName) }, async ({ ack, body }) => {
      await ack();
      await take(body, handle);
    });
  }
  app.action({ action_id: forgetMemoryAction }, async ({ ack, body }) => {
    await ack();
    await take(body, forgetMemory);
  });
  app.action({ action_id: promptAction }, async ({ ack, body }) => {
    await ack();
    await take(body, openPrompt);
  });
  app.view(promptCallback, async ({ ack, body }) => {
    await ack();
    await askPrompt(body, deps);
  });
  app.action({ action_id: others }, ({ ack }) => ack());
  app.view(feedbackCallback, async ({ ack, body }) => {
    await ack();
    await takeReason(body, deps);
  });
  app.view<ViewSubmitAction>(elicitationCallback, ({ ack, body }) => takeElicitation({ ack, body }, deps));
  app.shortcut(shortcutCallback, async ({ ack, body }) => {
    await ack();
    const ask = askFromShortcut(body, self.team, now());
    if (ask === undefined) log.warn('slack.ignored', { reason: 'unknown_shape' });
    else await deps.accept(ask);
  });
  app.command('/policy', (given) => takePolicyCommand(given, deps));
  app.event('app_home_opened', async ({ event }) => showOpened(event, deps));
}

async function explain(press: Press, deps: InteractionDeps): Promise<void> {
  const { records, reply, settings } = deps;
  const answerId = decodeAction('why_answer', press.value)?.answer;
  const record = answerId === undefined ? undefined : await records.answers.get(answerId);
  const text =
    record === undefined
      ? 'That answer is no longer kept.'
      : explainAnswer(
          await readableRecord(record, press.person, deps),
          momentIn(settings.timezone),
          'The question of',
        ).join('\n');
  await reply.tell(press, text);
}

async function forgetMemory({ person }: Press, deps: InteractionDeps): Promise<void> {
  await deps.records.memories.clear(person);
  await showHome(person, deps);
}

async function stop(press: Press, { stopping }: InteractionDeps): Promise<void> {
  const pressed = decodeAction('stop_answer', press.value);
  if (pressed !== undefined) await stopping.stopThread(pressed.channel, pressed.thread, press.person);
}
