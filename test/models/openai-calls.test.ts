import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delta, done, sse } from './chat-chunks.ts';
import { ask, startChatModel, textBlock } from './start-model.ts';

test('calls come through whatever their ids and fragments look like', async (t) => {
  const { fake, model } = await startChatModel(t);
  const call = (fields: object, name: string | undefined, input: unknown) =>
    delta({ tool_calls: [{ ...fields, function: { ...(name === undefined ? {} : { name }), arguments: input } }] });
  const cases: readonly (readonly [string, string, readonly object[]])[] = [
    [
      'no ids',
      sse(call({ index: 0 }, 'a', '{"q":1}'), call({ index: 1 }, 'b', '{"q":2}'), delta({}, 'tool_calls'), done),
      [{ q: 1 }, { q: 2 }],
    ],
    [
      'the same id twice',
      sse(
        call({ index: 0, id: 'x' }, 'a', '{"q":1}'),
        call({ index: 1, id: 'x' }, 'b', '{"q":2}'),
        delta({}, 'tool_calls'),
        done,
      ),
      [{ q: 1 }, { q: 2 }],
    ],
    [
      'the same index for all',
      sse(
        call({ index: 0, id: 'x' }, 'a', '{"q":1}'),
        call({ index: 0, id: 'y' }, 'b', '{"q":2}'),
        delta({}, 'tool_calls'),
        done,
      ),
      [{ q: 1 }, { q: 2 }],
    ],
    [
      'no index',
      sse(
        call({ id: 'x' }, 'a', '{"q"'),
        call({}, undefined, ':1}'),
        call({ id: 'y' }, 'b', '{"q":2}'),
        delta({}, 'tool_calls'),
        done,
      ),
      [{ q: 1 }, { q: 2 }],
    ],
    [
      'id and name in every fragment',
      sse(
        call({ index: 0, id: 'x' }, 'a', '{"q"'),
        call({ index: 0, id: 'x' }, 'a', ':1}'),
        delta({}, 'tool_calls'),
        done,
      ),
      [{ q: 1 }],
    ],
    [
      'input as an object, ended by stop',
      sse(call({ index: 0, id: 'x' }, 'a', { q: 1 }), delta({}, 'stop'), done),
      [{ q: 1 }],
    ],
    [
      'ids that no history may hold',
      sse(call({ index: 0, id: 'functions.a:0' }, 'functions.a', '{"q":1}'), delta({}, 'tool_calls'), done),
      [{ q: 1 }],
    ],
  ];
  for (const [name, raw, inputs] of cases) {
    fake.reply({ raw });
    const { content, stopReason } = await model.generate(ask());
    const calls = content.filter((block) => block.type === 'tool_use');
    assert.equal(stopReason, 'tool_use', name);
    assert.deepEqual(
      calls.map(({ input }) => input),
      inputs,
      name,
    );
    assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length, name);
    for (const { id, name: tool } of calls) assert.match(`${id} ${tool}`, /^[\w-]{1,64} [\w-]{1,64}$/, name);
  }
});

test('a server that counts its calls from 0 in every reply never repeats an id of the conversation', async (t) => {
  const { fake, model } = await startChatModel(t);
  const raw = sse(
    delta(
      { tool_calls: [{ index: 0, id: 'call_0', function: { name: 'search_policies', arguments: '{}' } }] },
      'tool_calls',
    ),
    done,
  );
  fake.reply({ raw }, { raw }, { content: [textBlock('Done.')] });
  const messages = [...ask().messages];
  const ids: string[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const { content } = await model.generate(ask({ messages }));
    const [call] = content;
    assert.ok(call?.type === 'tool_use');
    ids.push(call.id);
    messages.push(
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: [] }] },
    );
  }
  assert.equal(new Set(ids).size, 2);
  await model.generate(ask({ messages }));
  assert.equal(fake.requests.at(-1)?.error, undefined);
});
