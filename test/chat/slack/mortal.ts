import type { Slack } from './open-slack.ts';

/** Records of a process that can die: from then on none of its calls has an effect, or an end before the test's. */
export function mortal({ records, closing }: Slack) {
  const buried = Promise.withResolvers<never>();
  buried.promise.catch(() => {});
  closing.push(async () => buried.reject(new Error('dead')));
  let dead = false;
  const guard = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => (dead ? buried.promise : Reflect.apply(member, target, args));
      },
    });
  return {
    records: {
      questions: guard(records.questions),
      answers: guard(records.answers),
      approvals: guard(records.approvals),
      documents: guard(records.documents),
      feedback: guard(records.feedback),
      flags: guard(records.flags),
      ledger: guard(records.ledger),
      memories: guard(records.memories),
      syncs: guard(records.syncs),
    },
    die() {
      dead = true;
    },
  };
}
