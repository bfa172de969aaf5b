import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createAnswerQuestion } from '../../src/answer/answer-question.ts';
import { createTerminalChat } from '../../src/chat/terminal.ts';
import { silentLog } from '../../src/log.ts';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import { createAnswers, createConversations, createLedger, newStored } from '../answer/memory-records.ts';
import { viewer } from '../answer/small-handbook.ts';
import { bestOfHandbook, leaveLibrary } from '../applicability/leave-library.ts';

test('in the terminal the question goes on once the country is typed, and the next one needs no country', async () => {
  const { documents, library } = leaveLibrary();
  const stored = newStored();
  let ids = 0;
  const answers = createAnswerQuestion({
    model: createExtractiveModel(),
    tools: [createSearchPolicies({ library })],
    records: {
      documents,
      answers: createAnswers(stored.answers),
      conversations: createConversations(stored.conversations),
      ledger: createLedger(stored.ledger),
    },
    library,
    applicability: { bestSentences: bestOfHandbook },
    newId: () => `answer-${++ids}`,
    now: () => 0,
    log: silentLog,
  });
  const input = new PassThrough() as unknown as NodeJS.ReadStream;
  const output = new PassThrough();
  const terminal = createTerminalChat({
    ...{ answers, input, conversation: 'c', showProgress: () => {} },
    viewer: async () => viewer,
    output: output as unknown as NodeJS.WriteStream,
  });
  const question = 'How many days of paid leave do I get?';
  (input as unknown as PassThrough).end(`${question}\nthe US\n${question}\n`);
  await terminal.start();
  await terminal.ended;
  await terminal.stop();
  const said = String(output.read() ?? '').split(/^You: .*$/m);
  assert.match(said[1] ?? '', /Which one applies to you: Germany or the United States\?/);
  for (const part of said.slice(2)) {
    assert.match(part, /15 days of paid leave/);
    assert.match(part, /Applies in the United States, as you said\./);
    assert.doesNotMatch(part, /20 days/);
  }
  assert.equal(said.length, 4);
});
