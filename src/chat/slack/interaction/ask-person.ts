import type { AnswerRecord } from '../../../records/records.ts';
import { decodeAction } from '../action-ids.ts';
import { failureName, judgePostFailure } from '../api.ts';
import { escapeMrkdwn } from '../posting/text.ts';
import { callWithinMs, type InteractionDeps } from './interaction-deps.ts';
import { deskFor, offerTicket } from './offer-ticket.ts';
import { once } from './once.ts';
import { mention, type PeopleForTopic, peopleFor } from './people.ts';
import type { Press } from './press.ts';
import { readableRecord } from './readable-record.ts';

/**
 * Offers a ticket where a connector takes them. Otherwise hands a question to the people whom the configuration names for
 * it, once for each answer: in the thread where others read along anyway, or by a direct message to each of them.
 */
export async function askPerson(press: Press, deps: InteractionDeps): Promise<void> {
  const pressed = decodeAction('ask_person', press.value);
  const kept = pressed && (await deps.records.answers.get(pressed.answer));
  const record = kept && (await readableRecord(kept, press.person, deps));
  if (record === undefined) {
    await deps.reply.tell(
      press,
      'That answer is no longer kept. Please ask again, then I can hand your question over.',
    );
    return;
  }
  const desk = await deskFor(press, record, deps);
  if (desk !== undefined) {
    await offerTicket(press, record, desk, deps);
    return;
  }
  const { answer, question } = record;
  const found = [...answer.citations, ...answer.passages].flatMap(({ title, section }) => [title, section]);
  const people = peopleFor(question, found, deps.settings.people);
  if (people === undefined) {
    await deps.reply.tell(press, nobodyNamed(record));
  } else if (people.ids.length === 0) {
    await deps.reply.tell(press, `You can turn to: ${people.lines.join('; ')}.`);
  } else {
    const handed = await once(`ask_person:${answer.id}`, () => handOver(press, record, people, deps), {
      ledger: deps.records.ledger,
      now: deps.now,
    });
    if (!handed)
      await deps.reply.tell(press, 'This question has been handed over already. Someone will come back to you.');
  }
}

/** False if it reached nobody, and pressing again may help. */
async function handOver(
  press: Press,
  record: AnswerRecord,
  people: PeopleForTopic,
  deps: InteractionDeps,
): Promise<boolean> {
  const { api, now, signal, log } = deps;
  const limits = () => ({ deadline: now() + callWithinMs, signal });
  const isOpen = press.channel !== undefined && !press.isPrivate && !press.channel.startsWith('D');
  const question = `>>> ${escapeMrkdwn(record.question).slice(0, 2_000)}`;
  const others = people.lines.length === 0 ? '' : ` (also: ${escapeMrkdwn(people.lines.join('; '))})`;
  const named = people.ids.map(mention).join(' ');
  const posts = isOpen
    ? [
        {
          channel: press.channel ?? '',
          thread_ts: press.thread,
          text: `${named} A person is needed here${others}:
${question}`,
        },
      ]
    : people.ids
        .filter((id) => !id.startsWith('S'))
        .map((id) => ({
          channel: id,
          text: `${mention(press.person)} asked me this and would like a person to help. Please answer them directly.
${question}`,
        }));
  let reached = 0;
  for (const post of posts) {
    try {
      await api.call(
        (client) => client.chat.postMessage({ ...post, unfurl_links: false, unfurl_media: false }),
        limits(),
      );
      reached += 1;
    } catch (error) {
      log.warn('slack.not_handed_over', { answer: record.answer.id, failure: failureName(error) });
      // It may have arrived, so it counts.
      if (judgePostFailure(error) === 'uncertain') reached += 1;
    }
  }
  log.info('answer.handed_over', { answer: record.answer.id, topic: people.topic, people: reached });
  if (reached === 0)
    await deps.reply.tell(press, `I could not reach anybody for you. You can turn to: ${named}${others}.`);
  else if (!isOpen)
    await deps.reply.tell(press, 'I have handed your question over. They will come back to you directly.');
  return reached > 0;
}

function nobodyNamed({ answer }: AnswerRecord): string {
  const owners = [...new Set(answer.citations.flatMap(({ owner, title }) => (owner ? `${owner} (${title})` : [])))];
  return owners.length === 0
    ? 'Nobody is named for this yet. Please ask your manager; an administrator can name people under “contacts” in my settings.'
    : `Nobody is named for this in my settings. The policies that I found are looked after by: ${owners.join('; ')}.`;
}
