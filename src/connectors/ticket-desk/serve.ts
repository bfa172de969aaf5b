import process from 'node:process';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { loggable } from '../../errors.ts';
import { pickTicketStore } from './pick-ticket-store.ts';
import { buildTicketDesk } from './ticket-tools.ts';

/** The program that is the server: settings from the environment, messages on standard output, trouble on standard error. */
try {
  const { store, place } = pickTicketStore(process.env, { cwd: process.cwd(), now: Date.now });
  const onFailure = (tool: string, error: unknown) => process.stderr.write(`${tool}: ${loggable(error)}\n`);
  const desk = serveStdio(() => buildTicketDesk({ store, place, version: '1', onFailure }));
  const stop = () => void desk.close().finally(() => store.stop());
  process.stdin.once('close', () => void store.stop());
  process.once('SIGTERM', stop).once('SIGINT', stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'the ticket desk did not start'}\n`);
  process.exitCode = 2;
}
