import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '../../src/domain.ts';
import type { Records } from '../../src/records/records.ts';
import { answerRecord } from './answer-contract.ts';
import type { MakeStore } from './records-contract.ts';
import { ids, publish } from './version-draft.ts';

export function describeForgetting(make: MakeStore, storeTime: number): void {
  describe('forgetting a document', () => {
    it('erases every version, what answers quote of it and the conversations in which it was read', async (t) => {
      const { records, document } = await filled(await make(t)());
      const { forgetting, documents, answers, conversations } = records;
      const held = { versions: 2, passages: 2, answers: 2, conversations: 1 };
      assert.deepEqual(await forgetting.heldOf(document), held);
      assert.deepEqual(await forgetting.texts(document), ['Quokkas fly first class.', 'Quokkas fly free of charge.']);
      assert.deepEqual(await forgetting.ownTexts(document, ['Quokkas fly', 'class']), ['Quokkas fly']);
      await documents.settle(ids(await documents.retire([document])));
      // What was merely offered to read has gone with the document.
      assert.deepEqual(await forgetting.forget(document, 'ada'), { ...held, answers: 1 });

      assert.deepEqual(await forgetting.heldOf(document), { versions: 0, passages: 0, answers: 0, conversations: 0 });
      assert.deepEqual(await forgetting.mentions(['Quokkas']), {});
      assert.deepEqual(await documents.history(document), []);
      const cited = await answers.get('cited');
      assert.equal(cited?.answer.text, 'This answer quoted a document that has been erased since.');
      assert.deepEqual([cited?.answer.citations, cited?.answer.followUps, cited?.retrieved], [[], undefined, []]);
      const other = await answers.get('other');
      assert.deepEqual(other, answerOf('other', {}));
      assert.equal(await conversations.get('c-other'), '{"about":"policy://handbook/b.md@1#0"}');
      assert.equal(await conversations.get('c-cited'), undefined);
    });

    it('finds answers that only name it, and takes out what they say of it', async (t) => {
      const { records, document } = await filled(await make(t)());
      const remarks = ['“Quokka flights” answers this today, but I know it only since 1 May 2026.'];
      await records.answers.put(answerOf('naming', { named: [`${document}@2`], remarks }));
      assert.equal((await records.forgetting.forget(document, 'ada')).answers, 3);
      const { answer } = (await records.answers.get('naming')) ?? assert.fail();
      assert.deepEqual([answer.named, answer.remarks], [undefined, undefined]);
    });

    it('remembers hashes of its contents until they are allowed again, and goes on numbering', async (t) => {
      const { records, document } = await filled(await make(t)());
      const { forgetting } = records;
      assert.equal(await forgetting.forgotten('hash-q1'), undefined);
      await forgetting.forget(document, 'ada');
      for (const hash of ['hash-q1', 'hash-q2']) {
        assert.deepEqual(await forgetting.forgotten(hash), { at: storeTime, by: 'ada' });
      }
      assert.equal(await forgetting.allow('hash-q1'), true);
      assert.equal(await forgetting.allow('hash-q1'), false);
      assert.equal(await forgetting.forgotten('hash-q1'), undefined);
      assert.equal(await publish(records, 'q.md'), 'handbook/q.md@3');
    });

    it('tells where a text still stands', async (t) => {
      const { records } = await filled(await make(t)());
      assert.deepEqual(await records.forgetting.mentions(['Quokkas fly', 'nowhere']), {
        'texts of documents': 2,
        answers: 2,
        conversations: 1,
      });
    });

    it('is not needed for what recorded answers merely offered to read of a document that is gone', async (t) => {
      const { records, document } = await filled(await make(t)());
      await records.documents.retire([document]);
      const offered = await records.answers.get('offered');
      assert.deepEqual([offered?.answer.passages, offered?.answer.text], [[], 'I don’t have this information.']);
      assert.equal((await records.answers.get('cited'))?.answer.citations.length, 1, 'what was said stays on record');
    });
  });
}

async function filled(records: Records): Promise<{ records: Records; document: string }> {
  const document = 'handbook/q.md';
  await publish(records, 'q.md', { text: 'Quokkas fly first class.', contentHash: 'hash-q1' });
  await publish(records, 'q.md', { text: 'Quokkas fly free of charge.', contentHash: 'hash-q2' });
  await publish(records, 'b.md', { text: 'Travel in second class.' });
  const [citation] = answerRecord.answer.citations;
  assert.ok(citation);
  const quote = { ...citation, document, passage: `${document}@2#0`, quote: 'Quokkas fly free' };
  await records.answers.put(
    answerOf('cited', { text: 'Quokkas fly free. [1]', citations: [quote], followUps: ['Do quokkas fly?'] }, [
      `${document}@2#0`,
    ]),
  );
  const passage = { id: `${document}@2#0`, document, title: 'Q', section: '', text: 'Quokkas fly', score: 1 };
  const text = 'I don’t have this information.';
  await records.answers.put(answerOf('offered', { text, status: 'not_found', passages: [passage] }));
  await records.answers.put(answerOf('other', {}));
  const conversation = JSON.stringify({ about: `policy://${document}@2#0`, text: 'Quokkas fly' });
  await records.conversations.put('c-cited', conversation, 1);
  await records.conversations.put('c-other', '{"about":"policy://handbook/b.md@1#0"}', 1);
  return { records, document };
}

function answerOf(id: string, answer: Partial<Answer>, retrieved: readonly string[] = ['handbook/b.md@1#0']) {
  return { ...answerRecord, answer: { ...answerRecord.answer, id, ...answer }, retrieved };
}
