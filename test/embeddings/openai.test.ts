import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Embedder } from '../../src/embeddings/embedder.ts';
import { createOpenAiEmbedder, type OpenAiOptions } from '../../src/embeddings/openai.ts';
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai.ts';
import { describeEmbedder } from './embedder-contract.ts';

let server: FakeOpenAi;
let waits: number[];

before(async () => {
  server = await startFakeOpenAi({
    'text-embedding-3-small': { dimension: 1536, canShorten: true },
    'org/Multilingual-E5': { dimension: 24 },
  });
});
after(() => server.stop());
beforeEach(() => {
  waits = [];
});

/** Nothing really waits: the waits are noted in `waits`. */
function create(options: Partial<OpenAiOptions> = {}): Embedder {
  return createOpenAiEmbedder({
    apiKey: server.apiKey,
    baseUrl: server.baseUrl,
    model: 'org/Multilingual-E5',
    dimension: 24,
    now: () => new Date('2026-03-01T12:00:00Z'),
    random: () => 0,
    sleep: async (ms) => {
      waits.push(ms);
    },
    ...options,
  });
}

const error = (code: string | null = null) => ({ error: { message: 'secret words of the server', code } });
const embedOne = (embedder: Embedder) => embedder.embed(['leave'], { purpose: 'question' });

describe('openai embedder', () => {
  let embedder: Embedder;
  before(async () => {
    embedder = create();
    await embedder.start();
  });
  const manyPassages = Array.from({ length: 5_000 }, (_, i) => `Clause ${i}`);
  describeEmbedder({ embedder: () => embedder, manyPassages });

  it('asks for numbers, and for the dimension only where it can be chosen', async () => {
    const short = create({ model: 'text-embedding-3-small', dimension: 256 });
    assert.equal((await embedOne(short))[0]?.length, 256);
    assert.deepEqual(server.requests.at(-1), {
      model: 'text-embedding-3-small',
      input: ['leave'],
      encoding_format: 'float',
      dimensions: 256,
    });
    await embedOne(create({ model: undefined, dimension: undefined }));
    assert.deepEqual(server.requests.at(-1), {
      model: 'text-embedding-3-small',
      input: ['leave'],
      encoding_format: 'float',
    });
  });

  it('keeps to the limits of a request', async () => {
    const before = server.requests.length;
    const prose = 'Approval is needed beforehand. '.repeat(600);
    assert.equal((await create().embed(Array(100).fill(prose), { purpose: 'passage' })).length, 100);
    assert.equal(server.requests.length - before, 5);
    assert.equal(server.requests.at(-1)?.input[0], prose);
  });

  it('cuts an input that is longer than the model reads', async () => {
    await create().embed(['approval '.repeat(30_000)], { purpose: 'passage' });
    assert.equal(server.requests.at(-1)?.input[0]?.length, 24_569);
    await create().embed(['§§'.repeat(30_000), 'leave'], { purpose: 'passage' });
    assert.equal(server.requests.at(-1)?.input[0]?.length, 4_096);
    assert.equal(server.requests.at(-1)?.input[1], 'leave');
  });
});

describe('openai embedder and failures', () => {
  it('tries again after a rate limit, when the server says so', async () => {
    server.script(
      { status: 429, headers: { 'retry-after': '2' }, body: error('rate_limit_exceeded') },
      { status: 429, headers: { 'retry-after': 'Sun, 01 Mar 2026 12:00:07 GMT' }, body: error() },
      { status: 503, headers: { 'retry-after-ms': '1500' }, body: error() },
    );
    assert.equal((await embedOne(create())).length, 1);
    assert.deepEqual(waits, [2_000, 7_000, 1_500]);
  });

  it('waits longer each time, and gives up after four attempts', async () => {
    const failing = { status: 500, body: error() };
    server.script(failing, failing, failing, failing);
    await assert.rejects(embedOne(create()), { code: 'embedder_failed', message: /answered 500.*Try again later/ });
    assert.deepEqual(waits, [500, 1_000, 2_000]);
  });

  it('does not wait for a server that asks for more than ten seconds', async () => {
    server.script({ status: 429, headers: { 'retry-after': '60' }, body: error() });
    await assert.rejects(embedOne(create()), { code: 'embedder_failed', message: /429.*too many requests/ });
    assert.deepEqual(waits, []);
  });

  it('does not try again when the quota is used up', async () => {
    server.script({ status: 429, body: error('insufficient_quota') });
    await assert.rejects(embedOne(create()), { code: 'embedder_failed', message: /quota is used up.*use-lite/ });
    assert.deepEqual(waits, []);
  });

  it('names OPENAI_API_KEY when it is refused, and never shows it', async () => {
    const apiKey = 'sk-wrong-0123456789';
    await assert.rejects(embedOne(create({ apiKey })), (failure: Error) => {
      assert.match(failure.message, /answered 401.*OPENAI_API_KEY was refused.*use-lite/);
      assert.doesNotMatch(JSON.stringify([failure.message, String(failure.cause), failure.stack]), /0123456789/);
      return true;
    });
    assert.deepEqual(waits, []);
  });

  it('names the setting when the server does not know the model', async () => {
    await assert.rejects(embedOne(create({ model: 'no-such-model' })), {
      code: 'embedder_failed',
      message: /404 \(model_not_found\).*no-such-model.*embeddings\.model/,
    });
  });

  it("keeps the server's own words to itself, since they may repeat what was sent", async () => {
    server.script({ status: 400, body: error('bad') });
    await assert.rejects(embedOne(create()), { code: 'embedder_failed', message: /^(?!.*secret words).*400 \(bad\)/ });
  });

  it('gives up on an answer that does not come in time', async (t) => {
    const slow = await startFakeOpenAi({});
    t.after(() => slow.stop());
    const hang = { hang: true, onArrival: () => {} } as const;
    slow.script(hang, hang, hang, hang);
    const { apiKey, baseUrl } = slow;
    await assert.rejects(embedOne(create({ apiKey, baseUrl, timeoutMs: 20 })), {
      code: 'embedder_failed',
      message: /did not answer within 0\.02 s/,
    });
    assert.equal(waits.length, 3);
  });

  it('names the address when nobody listens there', async () => {
    const gone = await startFakeOpenAi({});
    await gone.stop();
    const baseUrl = gone.baseUrl.replace('http://', 'http://user:password@');
    await assert.rejects(embedOne(create({ baseUrl: gone.baseUrl })), {
      code: 'embedder_failed',
      message: new RegExp(`${gone.baseUrl} could not be reached.*OPENAI_BASE_URL`),
    });
    await assert.rejects(embedOne(create({ baseUrl })), { message: /^(?!.*password)/ });
  });

  it('ends a request under way with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    server.script({ hang: true, onArrival: () => controller.abort(reason) });
    await assert.rejects(
      create().embed(['leave'], { purpose: 'question', signal: controller.signal }),
      (thrown) => thrown === reason,
    );
    assert.deepEqual(waits, []);
  });

  it('ends a wait between attempts with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    server.script({ status: 429, headers: { 'retry-after': '9' }, body: error() });
    const sleep = async (_: number, signal: AbortSignal) => {
      controller.abort(reason);
      signal.throwIfAborted();
    };
    await assert.rejects(
      create({ sleep }).embed(['leave'], { purpose: 'question', signal: controller.signal }),
      (thrown) => thrown === reason,
    );
  });

  it('answers a question while the server takes its time with passages', async () => {
    const release = Promise.withResolvers<void>();
    server.script({ after: release.promise });
    const embedder = create();
    const passages = embedder.embed(['a passage'], { purpose: 'passage' });
    assert.equal((await embedOne(embedder)).length, 1);
    release.resolve();
    assert.equal((await passages).length, 1);
  });
});

describe('openai embedder and odd answers', () => {
  const answerWith = (data: unknown) => {
    server.script({ status: 200, body: { object: 'list', data } });
    return embedOne(create());
  };
  const vector = (value: unknown, length = 24) => Array(length).fill(value);

  it('rejects a vector of another dimension', async () => {
    await assert.rejects(answerWith([{ index: 0, embedding: vector(1, 2) }]), {
      code: 'embedder_failed',
      message: /2 numbers where 24 were expected/,
    });
  });

  it('rejects zeros and what is no number', async () => {
    await assert.rejects(answerWith([{ index: 0, embedding: vector(0) }]), { message: /vector of zeros/ });
    await assert.rejects(answerWith([{ index: 0, embedding: vector('x') }]), { message: /not finite/ });
    await assert.rejects(answerWith([{ index: 0, embedding: [...vector(1, 23), {}] }]), { message: /not finite/ });
  });

  it('rejects base64, a missing vector and an answer of another kind', async () => {
    for (const data of [[{ index: 0, embedding: 'AAAA' }], [{ index: 1, embedding: vector(1) }], [], 'none', null]) {
      await assert.rejects(answerWith(data), {
        code: 'embedder_failed',
        message: /no list of numbers for text 0 of 1/,
      });
    }
  });

  it('says where to look when the answer is not even JSON', async () => {
    server.script({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' });
    await assert.rejects(embedOne(create()), { code: 'embedder_failed', message: /OPENAI_BASE_URL/ });
  });
});

describe('openai embedder settings', () => {
  it('refuses a key that can not be one, without showing it', () => {
    for (const apiKey of ['', 'sk-abc\n', 'sk abc']) {
      assert.throws(() => create({ apiKey }), { code: 'config_invalid', message: /^OPENAI_API_KEY(?!.*abc)/ });
    }
  });

  it('needs the dimension of a model that it does not know', () => {
    assert.throws(() => create({ dimension: undefined }), {
      code: 'config_invalid',
      message: /embeddings\.dimension is needed for the model org\/Multilingual-E5/,
    });
  });

  it('refuses a dimension that the model does not have', () => {
    assert.throws(() => create({ model: 'text-embedding-3-small', dimension: 3072 }), { code: 'config_invalid' });
    assert.throws(() => create({ model: 'text-embedding-ada-002', dimension: 256 }), { code: 'config_invalid' });
  });

  it('names spaces apart by model, dimension and server', () => {
    const ofOpenAi = (model: string, dimension?: number) => create({ baseUrl: undefined, model, dimension }).space;
    assert.equal(ofOpenAi('text-embedding-3-small'), 'openai-text-embedding-3-small-1536');
    assert.equal(ofOpenAi('text-embedding-3-large'), 'openai-text-embedding-3-large-3072');
    const spaces = [
      ofOpenAi('text-embedding-3-small', 256),
      create({ model: 'text-embedding-3-small', dimension: 256 }).space,
      create({ model: 'org/multilingual-e5' }).space,
      create({ model: 'org/Multilingual-E5' }).space,
      create({ model: `org/Multilingual-E5-${'x'.repeat(60)}`, dimension: 4096 }).space,
    ];
    assert.equal(new Set(spaces).size, spaces.length);
    for (const space of spaces) assert.match(space, /^[a-z0-9.-]{3,40}$/);
  });

  it('counts for 0.6 in a search unless the setting says otherwise', () => {
    assert.equal(create().weight, 0.6);
    assert.equal(create({ weight: 0 }).weight, 0);
  });
});
