import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { createConnectMcp } from '../../../src/connectors/connect-mcp.ts';
import { createProcessFiles } from '../../../src/connectors/process-files.ts';
import { InputRequired } from '../../../src/elicitation.ts';
import { manualTimers } from '../../support/mcp/manual-timers.ts';
import { animal } from '../../support/mcp/open-connection.ts';
import { temporaryFolder } from '../../support/run-bylaw.ts';
import { ada, openConnectors, runContext, textOfRun, toolNamed, trusted } from '../connector-world.ts';

test('an answer that comes long after the time of a call was up is taken, redacted, and noted on its own', async (t) => {
  const timers = manualTimers();
  const settings = trusted('asks', {
    transport: animal('asks'),
    limits: { connectMs: 10_000, idleMs: 1000, callMs: 5000, resultChars: 25_000 },
    redact: [{ name: 'email', pattern: '\\S+@\\S+' }],
  });
  const connect = createConnectMcp({
    environment: { PATH: process.env.PATH },
    files: createProcessFiles(temporaryFolder(t)),
    ...{ timers, random: () => 0, version: '0.0.0' },
  });
  const { connectors, records } = await openConnectors(t, [{ settings, connect, tools: () => [] }]);
  t.after(() => connectors.stop());
  const tool = toolNamed(connectors.toolsFor(ada), 'mcp__asks__close');

  const agreed = { agreedBy: 'U-BOB' };
  const asked = await tool.run({}, runContext(agreed)).then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(asked instanceof InputRequired);
  const [[key, question] = ['', undefined]] = Object.entries(asked.requests);
  assert.equal(question?.message, 'Why?');

  timers.advance(50 * 60_000);
  const responses = { [key]: { action: 'accept', content: { reason: 'ada@example.com says so' } } } as const;
  const answered = { resume: asked.resume, responses };
  assert.match(await textOfRun(tool, {}, { ...agreed, answered }), /"reason":"\[email\] says so"/);

  const noted = await records.connectors.calls('asks', 9);
  assert.deepEqual(
    noted.map(({ id, tool: name, args, person, decision, approver, end }) => [
      ...[id, name, JSON.parse(args), person, decision, approver, end?.outcome],
    ]),
    [
      [
        ...['call-2', 'close', { answers: { [key]: { action: 'accept', content: { reason: '[email] says so' } } } }],
        ...['U-ADA', 'approved', 'U-BOB', 'done'],
      ],
      ['call-1', 'close', {}, 'U-ADA', 'approved', 'U-BOB', 'done'],
    ],
  );
});
