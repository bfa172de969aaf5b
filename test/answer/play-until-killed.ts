import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createAnswerQuestion } from '../../src/answer/answer-question.ts';
import type { Answer } from '../../src/domain.ts';
import { silentLog } from '../../src/log.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import { ada, createTicketTool } from './approval-world.ts';
import { planOf, replyOf } from './crash-plan.ts';
import { createHandbook } from './small-handbook.ts';
import { createStrictModel } from './strict-model.ts';

/**
 * A bot over real records that plays a conversation through and may be killed at any moment: it takes up what was under
 * way, says a word after each thing that lasts, and prints how each question ended.
 */
const [folder = '', seed = '1'] = process.argv.slice(2);
const plan = planOf(Number(seed));
const handbook = createHandbook();
const progressFile = join(folder, 'progress.json');

interface Progress {
  readonly ended: readonly string[];
  readonly answer?: Answer;
  readonly decided: number;
}

const say = () => process.stdout.write('lasting\n');
const records = createSqliteRecords({ file: join(folder, 'records.sqlite'), now: Date.now });
await records.start();

function audible<T extends object>(part: T): T {
  return new Proxy(part, {
    get: (target, name, receiver) => {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        say();
        const value: unknown = await Reflect.apply(method, target, args);
        say();
        return value;
      };
    },
  });
}

const { tool } = createTicketTool({
  run: async (_, { idempotencyKey }) => {
    appendFileSync(join(folder, 'filed.txt'), `${idempotencyKey}\n`, { flush: true });
    say();
    return [{ type: 'text', text: 'Filed.' }];
  },
});
const answers = createAnswerQuestion({
  model: createStrictModel((request) => replyOf(plan, request)),
  tools: [createSearchPolicies(handbook), tool],
  records: {
    documents: handbook.documents,
    conversations: audible(records.conversations),
    answers: audible(records.answers),
    ledger: audible(records.ledger),
    approvals: audible(records.approvals),
  },
  library: handbook.library,
  newId: () => crypto.randomUUID(),
  now: Date.now,
  limits: { iterations: 50, outputTokens: 1e9, promptTokens: 1e9 },
  log: silentLog,
});

let progress: Progress = existsSync(progressFile)
  ? JSON.parse(readFileSync(progressFile, 'utf8'))
  : { ended: [], decided: 0 };

function move(next: Progress): void {
  progress = next;
  writeFileSync(`${progressFile}.new`, JSON.stringify(progress), { flush: true });
  renameSync(`${progressFile}.new`, progressFile);
  say();
}

const { signal } = new AbortController();
while (progress.ended.length < plan.questions.length) {
  const { answer, decided, ended } = progress;
  const question = plan.questions[ended.length];
  if (question === undefined) break;
  if (answer === undefined) {
    const first = await answers.ask({ text: question.text, viewer: ada, conversation: 'C1' }, { signal });
    move({ ...progress, answer: first });
    continue;
  }
  const [request] = answer.approvals ?? [];
  const decision = question.decisions[decided];
  if (answer.status !== 'awaiting_approval' || request === undefined || decision === 'ignore' || decided >= 9) {
    move({ ended: [...ended, answer.status], decided: 0 });
    continue;
  }
  const verdict = decision === 'approve' ? 'approve' : 'deny';
  const press = {
    decision: `${request.id} ${decided}`,
    approval: request.id,
    argsHash: request.argsHash,
    verdict,
  } as const;
  const result = await answers.decide({ ...press, viewer: ada }, { signal });
  const next = result.outcome === 'accepted' ? result.answer : { ...answer, status: 'failed' as const, approvals: [] };
  move({ ...progress, answer: next, decided: decided + 1 });
}
await records.stop();
process.stdout.write(`${JSON.stringify({ ended: progress.ended })}\n`);
