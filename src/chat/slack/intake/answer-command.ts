import type { ClaimedQuestion } from '../../../records/records.ts';
import type { SlackNotices } from '../posting/notices.ts';
import { type ReadableAnswerDeps, readableAnswer } from '../posting/readable-answer.ts';
import { type ShowAnswerDeps, showPrivately } from '../posting/show-answer.ts';
import type { CommandAsk } from './ask.ts';
import { askerOf, type MakeAnswerDeps, makeAnswer } from './make-answer.ts';
import { type Outcome, stateOf } from './outcome.ts';

export interface AnswerCommandDeps
  extends MakeAnswerDeps,
    Pick<ShowAnswerDeps, 'cards' | 'indexedOn'>,
    Pick<ReadableAnswerDeps, 'log'> {
  readonly notices: SlackNotices;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Slack takes an answer to a command for thirty minutes; the rest is for making it. */
const commandLivesMs = 28 * 60_000;

const uncertain =
  'I was interrupted while I was answering your question. If you see no answer to it, please ask again.';
const tooLate =
  'I could not show you my answer to your `/policy` question any more, since Slack takes it for half an hour only. Please ask again, or ask me here.';

/** Answers a command to the asker alone, through the address that came with it. */
export async function answerCommand(
  ask: CommandAsk,
  text: string,
  { earlier, signal }: { readonly earlier?: ClaimedQuestion; readonly signal: AbortSignal },
  deps: AnswerCommandDeps,
): Promise<Outcome> {
  const { notices } = deps;
  const expired = async (): Promise<Outcome> => {
    await notices.tellDirectly(ask, tooLate);
    return { state: 'failed' };
  };
  if (earlier?.answerId !== undefined) {
    // A private answer can't be read back: whether it arrived is not known, so it isn't sent again.
    const told = await notices.tell(ask, uncertain, { keepOriginal: true });
    if (!told) await notices.tellDirectly(ask, uncertain);
    return { state: 'failed' };
  }
  if (deps.now() - ask.at > commandLivesMs) return expired();
  const made = await makeAnswer(ask, { text }, { signal }, deps);
  const answer = await readableAnswer(made, askerOf(ask), deps);
  const place = { url: ask.responseUrl, person: ask.user, mayShare: !ask.channel.startsWith('D'), replaces: true };
  if (!(await showPrivately(place, answer, signal, deps))) return expired();
  return { state: stateOf(answer) };
}
