import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createUseLiteEmbedder } from '../../src/embeddings/use-lite.ts';
import { describeEmbedder } from './embedder-contract.ts';
import { readUseLiteReference } from './use-lite-reference.ts';

describe('use-lite embedder', () => {
  const workers: Worker[] = [];
  const embedder = createUseLiteEmbedder({
    startWorker: (script, options) => {
      const worker = new Worker(script, options);
      workers.push(worker);
      return worker;
    },
  });
  before(() => embedder.start());
  after(() => embedder.stop());

  const manyPassages = Array.from({ length: 60 }, (_, i) => `Clause ${i}: approval is needed for travel abroad.`);
  describeEmbedder({ embedder: () => embedder, manyPassages });

  it("agrees with the package's own vectors to a cosine of 0.999", async () => {
    const reference = readUseLiteReference();
    const vectors = await embedder.embed(
      reference.map(({ text }) => text),
      { purpose: 'passage' },
    );
    for (const [i, { text, vector }] of reference.entries()) {
      const cosine = vectors[i]?.reduce((sum, value, k) => sum + value * (vector[k] ?? 0), 0) ?? 0;
      assert.ok(cosine >= 0.999, `${cosine} for: ${text}`);
    }
  });

  it('embeds a text of any length by its beginning', async () => {
    const long = 'Travel must be approved by the line manager beforehand. '.repeat(2_000);
    const [whole, beginning, oneWord] = await embedder.embed([long, long.slice(0, 1_500), 'x'.repeat(200_000)], {
      purpose: 'question',
    });
    assert.deepEqual(whole, beginning);
    assert.equal(oneWord?.length, 512);
  });

  it('serves calls made at the same time, each with its own vectors', async () => {
    const texts = Array.from({ length: 12 }, (_, i) => `Policy number ${i}`);
    const [expected, ...single] = await Promise.all([
      embedder.embed(texts, { purpose: 'passage' }),
      ...texts.map((text, i) => embedder.embed([text], { purpose: i % 2 ? 'question' : 'passage' })),
    ]);
    assert.deepEqual(single.flat(), expected);
  });

  it('rejects what a crashed worker owes and starts another with the next call', async () => {
    const started = workers.length;
    const pending = embedder.embed(manyPassages, { purpose: 'passage' });
    const rejected = assert.rejects(pending, { code: 'embedder_failed', message: /built-in embedder failed.*npm ci/ });
    // No request looks like this, so the worker dies of an exception, at a moment when it isn't in native code.
    workers.at(-1)?.postMessage(null);
    await rejected;
    assert.equal((await embedder.embed(['Who approves travel?'], { purpose: 'question' })).length, 1);
    assert.equal(workers.length, started + 1);
  });
});

describe('use-lite embedder not loaded', () => {
  it('names the reason when the worker can not start', async (t) => {
    const source = 'throw new Error("weights are missing")';
    const embedder = createUseLiteEmbedder({
      startWorker: (_, options) => new Worker(source, { ...options, eval: true }),
    });
    t.after(() => embedder.stop());
    await assert.rejects(embedder.start(), { code: 'embedder_failed', message: /weights are missing/ });
  });

  it('can be stopped while it loads', async () => {
    const embedder = createUseLiteEmbedder();
    const rejected = assert.rejects(embedder.start(), { code: 'cancelled' });
    await embedder.stop();
    await rejected;
  });

  it('starts nothing to stop what never ran', async () => {
    const embedder = createUseLiteEmbedder({ startWorker: () => assert.fail('no worker was needed') });
    await embedder.stop();
  });
});

describe('use-lite worker', () => {
  const url = new URL('../../src/embeddings/use-lite.ts', import.meta.url);
  const runProgram = (lines: string) =>
    promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { createUseLiteEmbedder } from ${JSON.stringify(url.href)};
       const embedder = createUseLiteEmbedder();
       ${lines}`,
    ]);

  it('lets the process end once nothing is unanswered, and not before', async () => {
    const { stdout } = await runProgram(`
      embedder.embed(['leave'], { purpose: 'question' }).then(([vector]) => console.log(vector.length));
    `);
    assert.equal(stdout, '512\n');
  });

  it('can be stopped in the middle of a text, with nothing else to keep the process alive', async () => {
    const { stdout, stderr } = await runProgram(`
      const passages = Array(500).fill('approval for travel '.repeat(20));
      embedder.embed(passages, { purpose: 'passage' }).catch((error) => console.log(error.code));
      await embedder.embed(['leave'], { purpose: 'question' });
      await embedder.stop();
      console.log('stopped');
    `);
    assert.equal(stdout, 'cancelled\nstopped\n');
    assert.equal(stderr, '');
  });

  it('does not take the process down when that exits while a text is embedded', async () => {
    const exited = runProgram(`
      await embedder.start();
      void embedder.embed(Array(500).fill('approval for travel '.repeat(20)), { purpose: 'passage' });
      await embedder.embed(['leave'], { purpose: 'question' });
      process.exit(3);
    `);
    await assert.rejects(exited, { code: 3, stderr: '' });
  });
});
