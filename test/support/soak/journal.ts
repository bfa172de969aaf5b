import type { Envelope } from '../../../src/workspace/delivery/delivery.ts';
import { renderTexts, shownTexts } from '../../../src/workspace/shown.ts';
import type { SlackServer } from '../../../src/workspace/slack-server.ts';

/** What somebody asked, and what may have become of it. */
export interface Asked {
  readonly kind: 'message' | 'command' | 'press';
  readonly user: string;
  readonly channel: string;
  /** Of the message, and of the thread that the answer belongs to; empty for a command. */
  readonly ts: string;
  readonly thread: string;
  /** Words that stand in this question alone, as it reads last. */
  text: string;
  /** As it read before it was edited. */
  before?: string;
  /** Slack may drop it, or somebody did not want an answer any more: none is right as well. */
  mayBeSilent: boolean;
  readonly envelopes: readonly Envelope[];
}

export interface Journal {
  add(asked: Omit<Asked, 'mayBeSilent'>): Asked;
  questions(): readonly Asked[];
  /** A name that no other question has. */
  nextName(): string;
  /** What people see that they should not, or do not see that they should. */
  failures(): string[];
}

export function createJournal(server: SlackServer): Journal {
  const asked: Asked[] = [];
  let names = 0;

  function failuresOf(question: Asked, shown: Shown): string[] {
    const { kind, text, before, mayBeSilent, user } = question;
    const answers = shown.answers.get(text) ?? [];
    const edited = before === undefined ? '' : `, before “${before}”,`;
    const label = `${kind} “${text}”${edited} of ${user} in ${question.channel}:${question.ts} (thread ${question.thread})`;
    const failures: string[] = [];
    if (answers.length > 1) failures.push(`${answers.length} answers to ${label}`);
    const isCut = answers.some(({ isLong }) => isLong) && !shown.ends.has(text);
    // What was stopped on its way stays as it is, and what can't be read back is not completed.
    if (isCut && !mayBeSilent && !(kind === 'command' && wasTold(server, question)))
      failures.push(`a cut answer to ${label}`);
    if (kind !== 'command' && answers.some(({ thread }) => thread !== question.thread)) {
      failures.push(`an answer elsewhere to ${label}`);
    }
    if (answers.length === 0 && !mayBeSilent && !wasTold(server, question)) failures.push(`no answer to ${label}`);
    if (before !== undefined) {
      const both = (shown.answers.get(before)?.length ?? 0) + answers.length;
      if (both > 1) failures.push(`${both} answers to ${label}, before and after its edit`);
    }
    return failures;
  }

  return {
    add(question) {
      const added = { ...question, mayBeSilent: false };
      asked.push(added);
      return added;
    },
    questions: () => asked,
    nextName: () => `q${++names}x`,
    failures() {
      const shown = readShown(server);
      return asked.flatMap((each) => failuresOf(each, shown));
    },
  };
}

interface Shown {
  /** By the words of the question. */
  readonly answers: ReadonlyMap<string, readonly { readonly thread: string | undefined; readonly isLong: boolean }[]>;
  /** Questions whose long answers came to their end. */
  readonly ends: ReadonlySet<string>;
}

function readShown({ state }: SlackServer): Shown {
  const answers = new Map<string, { thread: string | undefined; isLong: boolean }[]>();
  const ends = new Set<string>();
  for (const each of [...state.messages.filter(({ botId }) => botId !== undefined), ...state.ephemerals]) {
    const text = renderTexts(shownTexts(each));
    for (const [, words = ''] of text.matchAll(/Answer to: (\w+ \w+)/g)) {
      const found = { thread: each.thread, isLong: text.includes('All of it counts') };
      answers.set(words, [...(answers.get(words) ?? []), found]);
    }
    for (const [, words = ''] of text.matchAll(/End of: (\w+ \w+)/g)) ends.add(words);
  }
  return { answers, ends };
}

/** Whether the person was told, where only they see it, that there may be no answer. */
function wasTold({ state }: SlackServer, { user, channel }: Asked): boolean {
  const notices = [...state.ephemerals, ...state.messages.filter((each) => each.channel === `D${user}`)];
  return notices.some(
    (each) =>
      ('user' in each && each.user === user && each.channel === channel ? true : each.channel === `D${user}`) &&
      /ask again|ask me here|could not/i.test(each.text),
  );
}
