import { createHash } from 'node:crypto';
import type { AnswerQuestion } from '../../../src/answer/answer-question.ts';
import type { Answer } from '../../../src/domain.ts';
import type { Records } from '../../../src/records/records.ts';

/** Says every question back, some at length, after a while that the question decides. */
export function createEchoingAnswers(
  stored: Records['answers'],
  owner: string,
  now: () => number,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
): AnswerQuestion {
  let count = 0;
  return {
    screen: () => undefined,
    refer: async () => {
      throw new Error('nothing is screened');
    },
    decide: async () => ({ outcome: 'unknown' }),
    expireApprovals: async () => [],
    respond: async () => ({ outcome: 'unknown' }),
    expireElicitations: async () => [],
    maySee: async () => true,
    mayRead: async () => true,
    mayChoose: async () => 'unknown' as const,
    startable: () => [],
    async ask({ text, conversation, viewer }, { signal, onProgress }) {
      const chance = createHash('sha256').update(text).digest();
      onProgress?.({ step: 'searching', query: text });
      await wait((chance[0] ?? 0) * 20, signal);
      onProgress?.({ step: 'found', sources: [{ title: 'Leave', url: 'https://example.com/leave' }] });
      onProgress?.({ step: 'writing' });
      await wait((chance[1] ?? 0) * 10, signal);
      const isLong = (chance[2] ?? 0) < 20;
      const more = isLong ? `\n\n${'All of it counts, <!here> & everywhere. '.repeat(350)}\n\nEnd of: ${text}` : '';
      const answer: Answer = {
        id: `answer-${owner}-${++count}`,
        ...{ status: 'answered', text: `Answer to: ${text} <!channel>${more}`, citations: [], passages: [] },
        ...{ model: 'echo', ms: 1, followUps: [`further ${text.split(' ')[1]}`] },
      };
      const person = viewer.person === undefined ? {} : { person: viewer.person };
      await stored.put({ answer, question: text, conversation, retrieved: [], at: now(), ...person });
      return answer;
    },
  };
}
