import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Embedder } from '../../src/embeddings/embedder.ts';

export interface ContractSubject {
  /** Started and shared by the tests, which leave it started. */
  readonly embedder: () => Embedder;
  /** So many texts that embedding them takes several steps, between which a question can overtake. */
  readonly manyPassages: readonly string[];
}

/** What every embedder must do. */
export function describeEmbedder({ embedder, manyPassages }: ContractSubject): void {
  const texts = [
    'How many days of leave do I get?',
    'Receipts are due within 30 days.',
    'Wer bürgt für Führungskräfte? 😀',
  ];

  it('names its space so that it can be part of a collection name', () => {
    assert.match(embedder().space, /^[a-z0-9.-]{3,40}$/);
  });

  it('gives one unit vector of its dimension a text', async () => {
    const vectors = await embedder().embed(texts, { purpose: 'passage' });
    assert.equal(vectors.length, texts.length);
    for (const vector of vectors) {
      assert.ok(vector instanceof Float32Array);
      assert.equal(vector.length, embedder().dimension);
      assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
    }
  });

  it('gives the same text the same vector, alone or among others, in the order asked', async () => {
    const together = await embedder().embed(texts, { purpose: 'passage' });
    const reversed = await embedder().embed(texts.toReversed(), { purpose: 'passage' });
    assert.deepEqual(reversed.toReversed(), together);
    for (const [i, text] of texts.entries()) {
      assert.deepEqual(await embedder().embed([text], { purpose: 'question' }), [together[i]]);
    }
    assert.notDeepEqual(together[0], together[1]);
  });

  it('gives vectors that own their memory', async () => {
    const [first, second] = await embedder().embed(texts, { purpose: 'passage' });
    assert.notEqual(first?.buffer, second?.buffer);
  });

  it('gives no vectors for no texts', async () => {
    assert.deepEqual(await embedder().embed([], { purpose: 'passage' }), []);
  });

  it('refuses a blank text and says which it was', async () => {
    for (const blank of ['', ' \n\t', '\u3000\u00a0']) {
      await assert.rejects(embedder().embed(['fine', blank, 'fine'], { purpose: 'passage' }), {
        code: 'internal',
        message: /^Text 1 of 3 .*blank/,
      });
    }
  });

  it('lets a question overtake passages that wait', async () => {
    const order: string[] = [];
    const passages = embedder()
      .embed(manyPassages, { purpose: 'passage' })
      .then((vectors) => {
        order.push('passages');
        return vectors;
      });
    await embedder().embed(['Who approves travel?'], { purpose: 'question' });
    order.push('question');
    assert.equal((await passages).length, manyPassages.length);
    assert.deepEqual(order, ['question', 'passages']);
  });

  it('throws the reason of a signal that was aborted before', async () => {
    const reason = new Error('no longer wanted');
    await assert.rejects(
      embedder().embed(texts, { purpose: 'question', signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
  });

  it('throws the reason of a signal aborted meanwhile, drops the work and goes on with other calls', async () => {
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    const dropped = embedder().embed(manyPassages, { purpose: 'passage', signal: controller.signal });
    const kept = embedder().embed(texts, { purpose: 'passage' });
    controller.abort(reason);
    await assert.rejects(dropped, (error) => error === reason);
    assert.equal((await kept).length, texts.length);
  });

  it('rejects what is unanswered as cancelled when it stops, and works again after a start', async () => {
    const pending = embedder().embed(manyPassages, { purpose: 'passage' });
    const rejected = assert.rejects(pending, { code: 'cancelled' });
    await embedder().stop();
    await rejected;
    await assert.rejects(embedder().embed(texts, { purpose: 'question' }), { code: 'cancelled' });
    await embedder().stop();
    await embedder().start();
    assert.equal((await embedder().embed(texts, { purpose: 'question' })).length, texts.length);
  });
}
