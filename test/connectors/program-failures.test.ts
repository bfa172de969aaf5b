import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectError } from '../../src/connectors/connector-errors.ts';
import { connectorSettings, program } from '../support/mcp/connector-settings.ts';
import { animal, openConnection } from '../support/mcp/open-connection.ts';

describe('a program that can not be a server', { concurrency: true }, () => {
  const failure = async (connecting: Promise<unknown>): Promise<ConnectError> => {
    const error: unknown = await connecting.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ConnectError, String(error));
    return error;
  };

  it('is named where it does not exist', async (t) => {
    const error = await failure(openConnection(t, connectorSettings('desk', program('no-such-program-here'))));
    assert.equal(error.trouble, 'misconfigured');
    assert.equal(
      error.message,
      'connector "desk" can\'t be started: there is no program "no-such-program-here"; check command and cwd',
    );
  });

  it('is told with what it printed, without the secrets it was given', async (t) => {
    const transport = animal('exits-at-once');
    assert.ok(transport.kind === 'stdio');
    const settings = connectorSettings('desk', { ...transport, env: { DESK_TOKEN: 'very-secret' } });
    const error = await failure(openConnection(t, settings));
    assert.equal(error.trouble, 'down');
    assert.equal(
      error.message,
      'connector "desk" did not get ready: it ended with status 1; it printed: Error: cannot open the database with ***',
    );
  });

  it('is given up where it never answers', async (t) => {
    const error = await failure(
      openConnection(t, connectorSettings('mute', animal('mute'), { limits: { connectMs: 700 } })),
    );
    assert.deepEqual([error.trouble, error.message], ['down', 'connector "mute" did not answer within 0.7 s']);
  });

  it('is shown with both lists of revisions where none fits', async (t) => {
    const error = await failure(openConnection(t, connectorSettings('future', animal('from-the-future'))));
    assert.equal(error.trouble, 'misconfigured');
    assert.deepEqual(error.versions, {
      ours: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'],
      theirs: ['2099-01-01'],
    });
    assert.match(error.message, /speaks only 2099-01-01, and Bylaw speaks 2026-07-28, 2025-11-25/);
  });
});
