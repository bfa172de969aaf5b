import type { AckFn, ViewResponseAction } from '@slack/bolt';
import type { ElicitationResponse } from '../../../elicitation.ts';
import { checkForm, readForm } from '../../../elicitation-form.ts';
import { decodeAction } from '../action-ids.ts';
import { failureName } from '../api.ts';
import { type ElicitationPlace, elicitationModal, modalErrors, readElicitationModal } from './elicitation-modal.ts';
import { callWithinMs, type InteractionDeps } from './interaction-deps.ts';
import type { Press } from './press.ts';

/** Takes what a person pressed below another system's question: opens its form, or hands back a no, a cancel or "done". */
export async function elicit(press: Press, deps: InteractionDeps): Promise<void> {
  const pressed = decodeAction('elicit', press.value);
  const { channel, ts, thread, responseUrl, isPrivate } = press;
  if (pressed === undefined || channel === undefined || ts === undefined) return;
  const record = await deps.records.elicitations?.get(pressed.elicitation);
  if (record?.person !== press.person) {
    await deps.reply.tell(press, record === undefined ? gone : 'Only the person who asked can answer that.');
    return;
  }
  const { answer, elicitation, action } = pressed;
  const url = isPrivate && responseUrl !== undefined ? { responseUrl } : {};
  const place: ElicitationPlace = { answer, elicitation, channel, ts, thread: thread ?? ts, ...url };
  if (action !== 'open') {
    await accept(press.person, place, `press:${press.trigger}`, { action }, deps);
    return;
  }
  const view = record.state === 'open' ? elicitationModal(record, place) : undefined;
  if (view === undefined) {
    await deps.reply.tell(press, record.state === 'open' ? 'Slack can’t show that form. Please decline it.' : gone);
    return;
  }
  const limits = { deadline: deps.now() + callWithinMs, signal: deps.signal };
  await deps.api.call((client) => client.views.open({ trigger_id: press.trigger, view }), limits);
}

/** Takes a form that was sent. What is wrong with it is shown in the form, which then stays open. */
export async function takeElicitation(
  { ack, body }: { readonly ack: AckFn<ViewResponseAction>; readonly body: unknown },
  deps: InteractionDeps,
): Promise<void> {
  const sent = readElicitationModal(body);
  const record = sent && (await deps.records.elicitations?.get(sent.place.elicitation));
  const fields = record?.request.mode === 'form' ? readForm(record.request.schema) : undefined;
  if (sent === undefined || record?.person !== sent.person || fields === undefined) {
    await ack();
    deps.log.warn('slack.ignored', { reason: 'unknown_shape' });
    return;
  }
  const checked = checkForm(fields, sent.entries(fields));
  if ('errors' in checked) {
    await ack({ response_action: 'errors', errors: { ...modalErrors(fields, checked.errors) } });
    return;
  }
  await ack();
  try {
    const response: ElicitationResponse = { action: 'accept', content: checked.content };
    await accept(sent.person, sent.place, `view:${sent.view}`, response, deps);
  } catch (error) {
    deps.log.error('slack.press_failed', { action: 'elicit', failure: failureName(error) });
  }
}

/** Claims the answer, so that it is handed back once, also when the bot dies in the middle. */
async function accept(
  person: string,
  { elicitation, channel, ts, thread, responseUrl }: ElicitationPlace,
  key: string,
  response: ElicitationResponse,
  deps: InteractionDeps,
): Promise<void> {
  await deps.accept({
    ...{ kind: 'decision', key: `${deps.self.team}:${key}`, user: person, channel, text: '', ts, thread },
    ...(responseUrl === undefined ? {} : { responseUrl }),
    ...{ approval: elicitation, argsHash: '', verdict: response.action === 'accept' ? 'approve' : 'deny' },
    response: { action: response.action, ...(response.content && { content: response.content }) },
    at: deps.now(),
  });
}

const gone = 'That question is settled, or not known any more. Nothing was done.';
