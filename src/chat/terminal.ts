import { createInterface, type Interface } from 'node:readline';
import type { AnswerProgress, AnswerQuestion } from '../answer/answer-question.ts';
import type { Viewer } from '../domain.ts';
import { messageOf } from '../errors.ts';
import { printable } from '../printable.ts';
import type { Chat } from './chat.ts';
import { declineElicitations } from './decline-elicitations.ts';
import { renderAnswer } from './terminal-answer.ts';

export interface TerminalChat extends Chat {
  /** Settles when the input ends or the person leaves. */
  readonly ended: Promise<void>;
}

export interface TerminalChatDeps {
  readonly answers: AnswerQuestion;
  readonly viewer: () => Promise<Viewer>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly conversation: string;
  readonly showProgress: (progress: AnswerProgress | undefined) => void;
}

const prompt = 'You: ';

/** A chat for one person: on a terminal with a prompt, from a pipe one line after the other until it ends. */
export function createTerminalChat(deps: TerminalChatDeps): TerminalChat {
  const stop = new AbortController();
  const end = Promise.withResolvers<void>();
  let lines: Interface | undefined;
  let running: Promise<void> = Promise.resolve();

  return {
    ended: end.promise,
    start: async () => {
      const interactive = deps.input.isTTY === true && deps.output.isTTY === true;
      lines = createInterface({
        input: deps.input,
        output: interactive ? deps.output : undefined,
        terminal: interactive,
        prompt,
      });
      if (interactive) deps.output.write('Ask about your policies; an empty line or Ctrl-D leaves.\n');
      running = converse(deps, lines, interactive, stop.signal).then(end.resolve, end.reject);
      running.catch(() => {});
    },
    stop: async () => {
      stop.abort();
      lines?.close();
      await running.catch(() => {});
    },
  };
}

async function converse(
  deps: TerminalChatDeps,
  lines: Interface,
  interactive: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (interactive) lines.prompt();
  for await (const line of lines) {
    if (signal.aborted) return;
    const text = line.trim();
    if (text === '') {
      if (interactive) return;
      continue;
    }
    if (!interactive) deps.output.write(`${prompt}${printable(text)}\n`);
    await answerLine(deps, text, signal);
    if (signal.aborted) return;
    if (interactive) lines.prompt();
  }
}

async function answerLine(deps: TerminalChatDeps, text: string, signal: AbortSignal): Promise<void> {
  try {
    const viewer = await deps.viewer();
    const { answers, conversation } = deps;
    const first = await answers.ask({ text, viewer, conversation }, { signal, onProgress: deps.showProgress });
    const answer = await declineElicitations(first, { answers, viewer, signal });
    deps.showProgress(undefined);
    deps.output.write(`\n${renderAnswer(answer)}\n\n`);
  } catch (error) {
    deps.showProgress(undefined);
    if (!signal.aborted) deps.output.write(`\nThat did not work: ${messageOf(error)}\n\n`);
  }
}
