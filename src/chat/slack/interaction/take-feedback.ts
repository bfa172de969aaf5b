import { decodeAction } from '../action-ids.ts';
import { failureName } from '../api.ts';
import { feedbackModal, readFeedback } from './feedback.ts';
import { callWithinMs, type InteractionDeps } from './interaction-deps.ts';
import type { Press } from './press.ts';

const thanks = 'Thank you. The people who look after the policies will see this, without your name.';

/** Notes that an answer helped or not; where it did not, asks why. */
export async function takeVerdict(press: Press, deps: InteractionDeps): Promise<void> {
  const pressed = decodeAction('answer_feedback', press.value);
  if (pressed === undefined || !(await deps.records.answers.get(pressed.answer))) {
    await deps.reply.tell(press, 'That answer is no longer kept, so there is nothing to rate.');
    return;
  }
  const { person } = press;
  const verdict = pressed.verdict === 'up' ? 'helpful' : 'not_helpful';
  await deps.records.feedback.put({ answerId: pressed.answer, person, verdict, at: deps.now() });
  deps.log.info('feedback.given', { answer: pressed.answer, verdict });
  if (verdict === 'not_helpful' && (await askWhy(press, pressed.answer, deps))) return;
  await deps.reply.tell(press, thanks);
}

/** False if the modal could not be shown. */
async function askWhy(
  { trigger }: Press,
  answer: string,
  { api, now, signal, log }: InteractionDeps,
): Promise<boolean> {
  try {
    const limits = { deadline: now() + callWithinMs, signal };
    const view = feedbackModal(answer);
    await api.call((client) => client.views.open({ trigger_id: trigger, view }), limits);
    return true;
  } catch (error) {
    log.warn('slack.modal_failed', { failure: failureName(error) });
    return false;
  }
}

/** Notes the reason. Words that are for people only are not kept: the person then gets who helps instead. */
export async function takeReason(body: unknown, deps: InteractionDeps): Promise<void> {
  const sent = readFeedback(body);
  if (sent === undefined) return;
  const { person, answerId, choice, details } = sent;
  const referral = deps.answers.screen(details);
  const reason = details === '' || referral !== undefined ? choice : `${choice}: ${details}`;
  await deps.records.feedback.put({ answerId, person, verdict: 'not_helpful', reason, at: deps.now() });
  deps.log.info('feedback.reason', { answer: answerId });
  if (referral === undefined) return;
  const answer = await deps.answers.refer(referral, { conversation: `slack:feedback:${answerId}` });
  const limits = { deadline: deps.now() + callWithinMs, signal: deps.signal };
  await deps.api.call(
    (client) =>
      client.chat.postMessage({
        channel: person,
        markdown_text: answer.text,
        unfurl_links: false,
        unfurl_media: false,
      }),
    limits,
  );
}
