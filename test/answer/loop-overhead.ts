import type { Model, ModelReply } from '../../src/models/model.ts';
import type { AnswerRecords, ConversationRecords } from '../../src/records/records.ts';
import { createWorld } from './answering-world.ts';
import { citationOf, resultsIn, say, search } from './scripted-model.ts';

/**
 * The time from a reply of the model to the next request, or to the answer, and from the question to the first request:
 * all that is not the model's. Each question asks it twice, with a search in between.
 */
export async function measureOverhead(conversations: ConversationRecords, answers: AnswerRecords, questions: number) {
  const times: number[] = [];
  let since = 0;
  const model: Model = {
    name: 'instant',
    generate: async ({ messages }) => {
      times.push(performance.now() - since);
      const last = messages.at(-1)?.content[0]?.type;
      const reply: Partial<ModelReply> =
        last === 'tool_result'
          ? say({
              type: 'text',
              text: 'You get 20 days of paid leave a year.',
              citations: [citationOf(resultsIn(messages), '20 days')],
            })
          : search('leave days');
      since = performance.now();
      const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0 };
      return { content: [], stopReason: 'end_turn', usage, ...reply };
    },
  };
  const world = createWorld({ model, conversations, answers });
  for (let n = 0; n < questions; n += 1) {
    since = performance.now();
    await world.ask('How many days of leave do I get?', { conversation: `C${n % 20}` });
    times.push(performance.now() - since);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100;
  return { turns: times.length, medianMs: at(0.5), p95Ms: at(0.95) };
}
