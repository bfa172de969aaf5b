import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createConnectMcp } from '../../src/connectors/connect-mcp.ts';
import { createProcessFiles } from '../../src/connectors/process-files.ts';
import { realTimers } from '../../src/connectors/timers.ts';
import { identify, isAlive } from '../../src/process-identity.ts';
import { connectorSettings, program } from '../support/mcp/connector-settings.ts';
import { animal, callText, never, openConnection } from '../support/mcp/open-connection.ts';
import { printed, temporaryFolder } from '../support/run-bylaw.ts';

const hostProgram = fileURLToPath(new URL('../support/mcp/host-program.ts', import.meta.url));
const stubborn = fileURLToPath(new URL('./zoo/stubborn.mjs', import.meta.url));

const pidIn = (file: string) => Number(readFileSync(file, 'utf8'));

describe('processes of connectors', { concurrency: true }, () => {
  it('that are deaf to the end of input and to SIGTERM are ended all the same', async (t) => {
    const file = join(temporaryFolder(t), 'pid');
    const connection = await openConnection(t, connectorSettings('stubborn', animal('stubborn', file)));
    assert.equal(await callText(connection, 'greet'), 'hello');
    const identity = identify(pidIn(file));
    const began = Date.now();
    await connection.close();
    assert.equal(isAlive(identity), false);
    assert.ok(Date.now() - began < 8000);
  });

  it('that a wrapper started are ended with it', async (t) => {
    const file = join(temporaryFolder(t), 'pid');
    const wrapped = program('/bin/sh', ['-c', `"${process.execPath}" "${stubborn}" "${file}"; true`]);
    const connection = await openConnection(t, connectorSettings('wrapped', wrapped));
    assert.equal(await callText(connection, 'greet'), 'hello');
    const identity = identify(pidIn(file));
    await connection.close();
    assert.equal(isAlive(identity), false);
  });

  it('that a wrapper left behind on its own way out are ended too', async (t) => {
    const file = join(temporaryFolder(t), 'pid');
    // The wrapper ends with its input, and what it started in the background does not.
    const wrapped = program('/bin/sh', [
      '-c',
      `"${process.execPath}" "${stubborn}" "${file}" </dev/null >/dev/null 2>&1 & exec "${process.execPath}" "$0"`,
      fileURLToPath(new URL('./zoo/healthy.mjs', import.meta.url)),
    ]);
    const connection = await openConnection(t, connectorSettings('wrapped', wrapped));
    while (!existsSync(file)) await callText(connection, 'greet', { name: 'you' });
    await new Promise(setImmediate);
    while (readFileSync(file, 'utf8') === '') await callText(connection, 'greet', { name: 'you' });
    const identity = identify(pidIn(file));
    assert.equal(isAlive(identity), true);
    await connection.close();
    assert.equal(isAlive(identity), false);
  });

  it('whose start is given up are ended before that is told', async (t) => {
    const stop = new AbortController();
    const file = join(temporaryFolder(t), 'pid');
    let started = identify(process.pid);
    const connect = createConnectMcp({
      environment: { PATH: process.env.PATH },
      files: {
        add: (_, pid) => {
          started = identify(pid);
          stop.abort();
        },
        remove: () => {},
        sweep: () => [],
      },
      timers: realTimers,
      random: () => 0,
      version: '0',
    });
    await assert.rejects(connect(connectorSettings('stubborn', animal('stubborn', file)), { signal: stop.signal }));
    assert.notEqual(started.pid, process.pid);
    assert.equal(isAlive(started), false);
  });

  it('are noted while they run', async (t) => {
    const folder = join(temporaryFolder(t), 'processes');
    const connect = createConnectMcp({
      environment: { PATH: process.env.PATH },
      files: createProcessFiles(folder),
      timers: realTimers,
      random: () => 0,
      version: '0',
    });
    const connection = await connect(connectorSettings('healthy', animal('healthy')), { signal: never });
    const pid = await callText(connection, 'pid');
    assert.deepEqual(readdirSync(folder), [`${pid}.json`]);
    assert.deepEqual(createProcessFiles(folder).sweep(), []);
    await connection.close();
    assert.deepEqual(readdirSync(folder), []);
  });

  it('of a bot that was killed are ended by the next one', async (t) => {
    const place = temporaryFolder(t);
    const folder = join(place, 'processes');
    const list = JSON.stringify(
      ['a', 'b'].map((name) => connectorSettings(name, animal('stubborn', join(place, name)), { protocol: 'legacy' })),
    );
    const bot = spawn(process.execPath, [hostProgram, list, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => bot.kill('SIGKILL'));
    assert.match(await printed(bot, /ready \d/), /ready 2/);
    const gone = new Promise((resolve) => bot.once('exit', resolve));
    bot.kill('SIGKILL');
    await gone;
    const left = ['a', 'b'].map((name) => identify(pidIn(join(place, name))));
    assert.deepEqual(left.map(isAlive), [true, true]);
    assert.deepEqual([...createProcessFiles(folder).sweep()].toSorted(), ['a', 'b']);
    while (left.some(isAlive)) await new Promise(setImmediate);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('with the same number but another start are left alone', (t) => {
    const folder = temporaryFolder(t);
    const own = identify(process.pid);
    writeFileSync(
      join(folder, `${process.pid}.json`),
      JSON.stringify({ connector: 'a', pid: own.pid, started: '1', bot: { pid: own.pid, started: '1' } }),
    );
    writeFileSync(join(folder, 'broken.json'), '{');
    assert.deepEqual(createProcessFiles(folder).sweep(), []);
    assert.deepEqual(readdirSync(folder), []);
  });
});
