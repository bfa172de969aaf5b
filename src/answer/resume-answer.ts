import type { Answer } from '../domain.ts';
import { loggable } from '../errors.ts';
import { type AnswerTurnDeps, resumeTurn } from './answer-turn.ts';
import type { AttemptOptions } from './attempt.ts';
import { type OpenTurn, questionOf } from './conversation.ts';
import { loadConversation } from './conversation-store.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { answerOf } from './plan-calls.ts';
import { recordAnswer } from './record-answer.ts';
import { lostText } from './turn-notices.ts';
import type { TurnResult } from './turn-result.ts';
import { wording } from './wording.ts';

/** What a person was asked for, as far as it is needed to go on. Its id begins with the answer that waits. */
export interface Awaited {
  readonly id: string;
  readonly conversation: string;
}

export interface ResumeDeps extends AnswerTurnDeps {
  readonly queue: OneAtATime;
}

/** Goes on with the answer that waits; always settles with an answer unless the signal aborts. */
export async function resumeAnswer(awaited: Awaited, options: AttemptOptions, deps: ResumeDeps): Promise<Answer> {
  try {
    return await deps.queue.run(awaited.conversation, options.signal, () => resume(awaited, options, deps));
  } catch (error) {
    options.signal.throwIfAborted();
    deps.log.error('answer.failed', { reason: loggable(error) });
    return fixed(awaited, 'failed', wording.failed, deps.model.name);
  }
}

/** Goes on with the turn that waits; where it has ended already, gives what it ended with. */
async function resume(awaited: Awaited, options: AttemptOptions, deps: ResumeDeps): Promise<Answer> {
  const { records, now, log, model } = deps;
  const store = { conversations: records.conversations, now, log };
  const { conversation } = await loadConversation(awaited.conversation, store);
  const { open } = conversation;
  if (open !== undefined && waitsFor(open, awaited.id)) {
    const startedAt = now();
    const { result, close } = await resumeTurn(conversation, open, answerOf(awaited.id), options, deps);
    const answer = await recordAnswer(questionOf(open, conversation.id), result, now() - startedAt, deps);
    await close();
    return answer;
  }
  const known = await records.answers.get(answerOf(awaited.id));
  if (known !== undefined && known.answer.status !== 'awaiting_approval') return known.answer;
  const lost = fixed(awaited, 'failed', lostText, model.name);
  if (known !== undefined) await records.answers.put({ ...known, answer: lost });
  return lost;
}

/** Also once it was decided: what follows from it may have been interrupted. */
function waitsFor({ pending = [], actions = [], answer }: OpenTurn, awaited: string): boolean {
  const belongs = answer === answerOf(awaited) && actions.length > 0;
  return (
    belongs ||
    pending.some(
      ({ ask, elicit }) => ask?.id === awaited || elicit?.questions.some(({ id }) => id === awaited) === true,
    )
  );
}

function fixed({ id }: Awaited, status: Answer['status'], text: string, model: string): Answer {
  const answer: Omit<TurnResult, 'retrieved'> = {
    id: answerOf(id),
    status,
    text,
    citations: [],
    passages: [],
    model,
  };
  return { ...answer, ms: 0 };
}
