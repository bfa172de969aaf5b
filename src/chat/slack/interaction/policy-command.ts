import type { AckFn, RespondArguments } from '@slack/bolt';
import { failureName } from '../api.ts';
import { askFromCommand } from '../intake/ask.ts';
import { helpFor } from '../posting/notices.ts';
import { respond } from '../posting/respond.ts';
import { escapeMrkdwn } from '../posting/text.ts';
import { readCommand } from './command-words.ts';
import { describeHistory } from './document-history.ts';
import type { InteractionDeps } from './interaction-deps.ts';
import { runWord } from './run-word.ts';
import { listPrompts } from './start-prompt.ts';

/** Answers `/policy`: a word of its own at once, anything else as a question. Only the person sees either. */
export async function takePolicyCommand(
  { ack, command }: { readonly ack: AckFn<string | RespondArguments>; readonly command: unknown },
  deps: InteractionDeps,
): Promise<void> {
  const { self, now, access, signal, log } = deps;
  const ask = askFromCommand(command, self.team, now());
  if (ask === undefined) {
    log.warn('slack.ignored', { reason: 'unknown_shape' });
    await ack({ response_type: 'ephemeral', text: 'I could not read that command. Please write to me directly.' });
    return;
  }
  const asked = readCommand(ask.text);
  if (asked.kind === 'question') {
    await ack({ response_type: 'ephemeral', text: 'Looking through the policies…' });
    await deps.accept(ask);
    return;
  }
  await ack({ response_type: 'ephemeral', text: 'One moment…' });
  try {
    const decision = await access.check(ask, signal);
    if (decision.allowed && asked.kind === 'history') {
      const viewer = await deps.viewerFor({ person: ask.user });
      const history = await describeHistory(asked.reference, viewer, deps.records.documents);
      if (history === undefined) await deps.accept(ask);
      else await respond(ask.responseUrl, { text: escapeMrkdwn(history), replace_original: true }, signal);
      return;
    }
    if (decision.allowed && asked.kind === 'word' && asked.word === 'prompts') {
      await listPrompts({ person: ask.user, channel: ask.channel, responseUrl: ask.responseUrl }, deps);
      return;
    }
    const text = decision.allowed ? await tell() : escapeMrkdwn(decision.notice ?? 'I don’t answer you here.');
    await respond(ask.responseUrl, { text, replace_original: true }, signal);
  } catch (error) {
    log.warn('slack.word_failed', { failure: failureName(error) });
  }

  async function tell(): Promise<string> {
    if (asked.kind !== 'word' || asked.word === 'prompts' || ask === undefined) return '';
    if (asked.word === 'help') return helpFor(deps.answers.startable(await deps.viewerFor({ person: ask.user })));
    return escapeMrkdwn(await runWord(asked.word, ask.user, deps));
  }
}
