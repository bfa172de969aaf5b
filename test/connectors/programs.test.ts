import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CallError } from '../../src/connectors/connector-errors.ts';
import type { ElicitRequest } from '../../src/connectors/mcp-connection.ts';
import { connectorSettings } from '../support/mcp/connector-settings.ts';
import {
  animal,
  callText,
  connectFor,
  never,
  openConnection,
  remoteCall,
  textOf,
} from '../support/mcp/open-connection.ts';
import { temporaryFolder } from '../support/run-bylaw.ts';

describe('a program as a server', { concurrency: true }, () => {
  it('is used, with its noise on standard output counted', async (t) => {
    const connection = await openConnection(t, connectorSettings('banner', animal('banner')));
    assert.equal(await callText(connection, 'greet'), 'hello');
    assert.equal(connection.oddities(), 4);
  });

  it('is used after it printed more than fits into memory', async (t) => {
    const connection = await openConnection(t, connectorSettings('flood', animal('flood')));
    assert.equal(await callText(connection, 'greet'), 'hello');
    assert.equal(connection.oddities(), 1);
  });

  it('gives all tools of all pages', async (t) => {
    const connection = await openConnection(t, connectorSettings('pages', animal('pages')));
    const tools = await connection.listTools(never);
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    );
  });

  it('whose list never ends fails instead of running on', async (t) => {
    const connection = await openConnection(t, connectorSettings('endless', animal('endless-pages')));
    await assert.rejects(connection.listTools(never), CallError);
  });

  it('keeps its good tools where others are malformed', async (t) => {
    const connection = await openConnection(t, connectorSettings('odd', animal('odd-tools')));
    const tools = await connection.listTools(never);
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['admin.find', 'twice', 'twice', 'dangling', 'no_schema'],
    );
    assert.deepEqual(tools.at(-1)?.annotations, { idempotentHint: true });
    assert.deepEqual(tools.at(-1)?.inputSchema, { type: 'object' });
    assert.equal(Array.isArray(tools[0]?.inputSchema.anyOf), true);
  });

  it('answers through a tool whose declared result is broken, with a warning', async (t) => {
    const connection = await openConnection(t, connectorSettings('odd', animal('odd-tools')));
    await connection.listTools(never);
    const result = await connection.callTool(remoteCall('dangling'));
    assert.equal(textOf(result), 'found');
    assert.match(result.kind === 'done' ? (result.warnings[0] ?? '') : '', /declared form of the result is broken/);
  });

  it('is believed as text where its structured result is wrong or missing', async (t) => {
    const connection = await openConnection(t, connectorSettings('wrong', animal('wrong-output')));
    await connection.listTools(never);
    const [violates, lacks, fits, failed] = await Promise.all(
      ['violates', 'lacks', 'fits', 'error_in_data'].map((tool) => connection.callTool(remoteCall(tool))),
    );
    assert.ok(violates?.kind === 'done' && lacks?.kind === 'done' && fits?.kind === 'done' && failed?.kind === 'done');
    assert.equal(textOf(violates), 'twenty days');
    assert.match(violates.warnings[0] ?? '', /not as declared/);
    assert.equal(textOf(lacks), 'twenty days');
    assert.match(lacks.warnings[0] ?? '', /missing/);
    assert.deepEqual([fits.data, fits.warnings], [{ days: 20 }, []]);
    assert.deepEqual([failed.isError, textOf(failed)], [true, '{"error":"no such person"}']);
  });

  it('may return every kind of content, and kinds that nobody knows', async (t) => {
    const connection = await openConnection(t, connectorSettings('contents', animal('contents')));
    const result = await connection.callTool(remoteCall('all'));
    assert.ok(result.kind === 'done');
    assert.deepEqual(result.content, [
      { type: 'text', text: 'a text' },
      { type: 'image', mimeType: 'image/png', base64: 'AAAA' },
      { type: 'audio', mimeType: 'audio/wav', base64: 'BBBB' },
      { type: 'link', uri: 'note://1', name: 'note' },
      { type: 'resource', resource: { uri: 'note://2', mimeType: 'text/plain', text: 'inside' } },
      { type: 'unknown', kind: 'video' },
      { type: 'unknown', kind: 'text' },
      { type: 'unknown', kind: 'nameless' },
    ]);
    assert.equal(await callText(connection, 'nothing'), '');
  });

  it('that returns 20 MB gives a tool error, and goes on', async (t) => {
    const connection = await openConnection(t, connectorSettings('huge', animal('huge')));
    const result = await connection.callTool(remoteCall('huge'));
    assert.ok(result.kind === 'done' && result.isError);
    assert.match(textOf(result), /larger than 16 MB/);
    assert.equal((await callText(connection, 'large')).length, 5 * 1024 * 1024);
    assert.equal(await callText(connection, 'small'), 'small');
  });

  it('may take long while it shows progress', async (t) => {
    const limits = { idleMs: 1000, callMs: 20_000 };
    const connection = await openConnection(t, connectorSettings('slow', animal('slow'), { limits }));
    const steps: number[] = [];
    const onProgress = ({ done }: { readonly done: number }) => steps.push(done);
    assert.equal(textOf(await connection.callTool(remoteCall('with_progress', {}, { onProgress }))), 'done');
    // The last one comes along with the result, and may be dropped for it.
    assert.deepEqual(steps.slice(0, 7), [1, 2, 3, 4, 5, 6, 7]);
  });

  it('that gives no sign of life is told to stop, and nobody claims to know what it did', async (t) => {
    const connection = await openConnection(t, connectorSettings('slow', animal('slow'), { limits: { idleMs: 700 } }));
    await assert.rejects(connection.callTool(remoteCall('silent')), (error: unknown) => {
      assert.ok(error instanceof CallError);
      assert.deepEqual([error.outcome, error.code], ['unknown', 'connector_failed']);
      assert.equal(
        error.message,
        'connector "slow", tool "silent" gave no sign of life for 700 ms; whether it was done is not known',
      );
      return true;
    });
    assert.match(await callText(connection, 'heard'), /notifications\/cancelled/);
  });

  it('hears when the caller gives up', async (t) => {
    const connection = await openConnection(t, connectorSettings('slow', animal('slow')));
    const stop = new AbortController();
    const call = connection.callTool(
      remoteCall('with_progress', {}, { signal: stop.signal, onProgress: () => stop.abort() }),
    );
    await assert.rejects(call, /tool "with_progress" was cancelled/);
    assert.match(await callText(connection, 'heard'), /notifications\/cancelled/);
  });

  it('may ask a person, whose time does not count', async (t) => {
    const limits = { idleMs: 1000, callMs: 1500 };
    const connection = await openConnection(t, connectorSettings('asks', animal('asks'), { limits }));
    const questions: ElicitRequest[] = [];
    const result = await connection.callTool(
      remoteCall(
        'close',
        {},
        {
          onElicit: async (question) => {
            questions.push(question);
            await new Promise((resolve) => setTimeout(resolve, 1800));
            return { action: 'accept', content: { reason: 'solved' } };
          },
        },
      ),
    );
    assert.equal(textOf(result), '{"action":"accept","content":{"reason":"solved"}}');
    assert.deepEqual(
      questions.map(({ mode, message }) => [mode, message]),
      [['form', 'Why?']],
    );
  });

  it('is told no where nobody can be asked, or where it is not clear who is meant', async (t) => {
    const connection = await openConnection(t, connectorSettings('asks', animal('asks')));
    const ask = async () => ({ action: 'accept', content: { reason: 'mine' } }) as const;
    assert.equal(await callText(connection, 'close'), '{"action":"decline"}');
    const both = await Promise.all([1, 2].map(() => connection.callTool(remoteCall('close', {}, { onElicit: ask }))));
    assert.deepEqual(both.map(textOf), ['{"action":"decline"}', '{"action":"decline"}']);
  });

  it('gets no sampling and no roots', async (t) => {
    const connection = await openConnection(t, connectorSettings('asks', animal('asks')));
    assert.equal(await callText(connection, 'sample'), '-32601 -32601');
  });

  it('that reports a failure after it did its work is passed on as it says, and not called again', async (t) => {
    const connection = await openConnection(t, connectorSettings('tracker', animal('reports-failure')));
    const result = await connection.callTool(remoteCall('post', { title: 'printer' }));
    assert.ok(result.kind === 'done' && result.isError);
    assert.equal(await callText(connection, 'posted'), '["printer"]');
  });

  it('sees the variables of its configuration, and none of the bot', async (t) => {
    const connect = connectFor(t, { SLACK_BOT_TOKEN: 'xoxb-secret', ANTHROPIC_API_KEY: 'secret' });
    const transport = animal('healthy');
    assert.ok(transport.kind === 'stdio');
    const settings = connectorSettings('healthy', { ...transport, env: { DESK_TOKEN: 'abc', TERM: 'dumb' } });
    const connection = await openConnection(t, settings, connect);
    const seen: unknown = JSON.parse(await callText(connection, 'environment'));
    assert.ok(typeof seen === 'object' && seen !== null);
    const { DESK_TOKEN, TERM, PATH, ...others } = { DESK_TOKEN: '', TERM: '', PATH: '', ...seen };
    assert.deepEqual([DESK_TOKEN, TERM], ['abc', 'dumb']);
    assert.ok(PATH.length > 0);
    assert.deepEqual(Object.keys(others), ['HOME']);
  });

  it('may take its time to start, as long as its limit says', async (t) => {
    const connection = await openConnection(
      t,
      connectorSettings('slow', animal('slow-start'), { limits: { connectMs: 15_000 } }),
    );
    assert.equal(await callText(connection, 'greet'), 'hello');
    await assert.rejects(
      openConnection(t, connectorSettings('slow', animal('slow-start'), { limits: { connectMs: 500 } })),
      /connector "slow" did not answer within 0.5 s/,
    );
  });

  it('that ends at a question it does not know is asked in the older way, and remembered', async (t) => {
    const starts = join(temporaryFolder(t), 'starts');
    const connect = connectFor(t);
    const settings = connectorSettings('exits', animal('exits-on-unknown', starts));
    const first = await openConnection(t, settings, connect);
    assert.deepEqual([first.revision, await callText(first, 'greet')], ['2025-11-25', 'hello']);
    assert.equal(readFileSync(starts, 'utf8'), 'xx');
    await openConnection(t, settings, connect);
    assert.equal(readFileSync(starts, 'utf8'), 'xxx');
  });
});
