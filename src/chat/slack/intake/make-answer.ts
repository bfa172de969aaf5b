import type { AnswerProgress, AnswerQuestion } from '../../../answer/answer-question.ts';
import type { Answer, Chosen, Question, Viewer } from '../../../domain.ts';
import type { QuestionRecords } from '../../../records/records.ts';
import { conversationOf, type SlackAsk } from './ask.ts';
import type { Reception } from './reception.ts';

/** Who asks and where. Without a place the answer is read by the asker alone. */
export interface Asker {
  readonly person: string;
  readonly place?: string;
}

export interface MakeAnswerDeps {
  readonly answers: AnswerQuestion;
  readonly questions: QuestionRecords;
  readonly reception: Reception;
  readonly viewerFor: (asker: Asker) => Viewer | Promise<Viewer>;
}

/** Has a question answered, and notes the answer with its claim before anything of it is shown. */
export async function makeAnswer(
  ask: SlackAsk,
  question: Pick<Question, 'text' | 'attachments' | 'thread'>,
  options: { readonly signal: AbortSignal; readonly onProgress?: (progress: AnswerProgress) => void },
  { answers, questions, reception, viewerFor }: MakeAnswerDeps,
): Promise<Answer> {
  await reception.whenFree(options.signal);
  const viewer = await viewerFor(askerOf(ask));
  const quoted = ask.isQuoted === true ? { isQuoted: true } : {};
  const chosen = 'chosen' in ask ? ask.chosen : undefined;
  const conversation = chosen?.conversation ?? conversationOf(ask);
  const goesOn = chosen === undefined ? {} : { chosen: chosenIn(chosen) };
  const answer = await answers.ask({ ...question, ...quoted, ...goesOn, viewer, conversation }, options);
  options.signal.throwIfAborted();
  await questions.attach(ask.key, answer.id);
  return answer;
}

/** A command is answered to the asker alone, wherever it was typed, and so is a decision about what only they see. */
export function askerOf(ask: SlackAsk): Asker {
  const isPrivate =
    ask.kind === 'decision' ? ask.responseUrl !== undefined || ask.channel.startsWith('D') : ask.kind !== 'mention';
  return { person: ask.user, ...(isPrivate ? {} : { place: ask.channel }) };
}

function chosenIn({ answer, value, isRemembered }: Chosen): Chosen {
  return { answer, value, ...(isRemembered && { isRemembered }) };
}
