import type { SentCall } from './calls.ts';
import type { Measured } from './messages.ts';

/**
 * What of a question's latency is Bylaw's own: without the model, without earlier questions of its thread (these are
 * answered one after the other), and without the waits that Slack imposes. Such a wait is the time from when a call that
 * the answer needs has been written to the socket until the workspace has written its reply: who asks and where, the
 * thread, and the answer itself. What a call waits before, and a reply after, for the bot's event loop is Bylaw's;
 * calls of the line, the session and the cards hold no answer up and are not taken off.
 */
export function ownShareMs(
  question: Measured,
  calls: readonly SentCall[],
  answeredAt: ReadonlyMap<string, number>,
  modelMs: number,
): number {
  const { place, answers, askedAt } = question;
  const end = answers[place]?.at ?? Number.NaN;
  const begun = Math.max(askedAt, answers[place - 1]?.at ?? 0);
  const waits = calls
    .filter((call) => isNeeded(call, question))
    .map(({ id, sentAt }) => [Math.max(begun, sentAt), Math.min(end, answeredAt.get(id) ?? end)] as const)
    .filter(([from, to]) => from < to);
  return end - begun - modelMs - covered(waits);
}

function isNeeded({ method, user, channel, thread, answer }: SentCall, question: Measured): boolean {
  switch (method) {
    case 'users.info':
      return user === question.person;
    case 'conversations.info':
      return channel === question.channel;
    case 'conversations.replies':
      return channel === question.channel && thread === question.thread;
    default:
      return answer !== undefined && answer === question.answers[question.place]?.id;
  }
}

/** Intervals that overlap count once. */
function covered(intervals: readonly (readonly [number, number])[]): number {
  let sum = 0;
  let until = 0;
  for (const [from, to] of intervals.toSorted(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}
