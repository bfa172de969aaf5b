import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { CallError } from './connector-errors.ts';
import { type LostAnswer, lostAnswer } from './guard-transport.ts';
import type { LongLine } from './line-reader.ts';
import type { ServerProcess, ServerProcessEvents } from './server-process.ts';

export interface StdioTransportDeps {
  /** Starts the program; its output goes to these events. */
  readonly start: (events: ServerProcessEvents) => Promise<ServerProcess>;
  /** Throws where the value is no message of the protocol. */
  readonly parse: (value: unknown) => JSONRPCMessage;
  /** Called for each line that is no message. */
  readonly onOddity: () => void;
  /** Called where the program ended by itself. */
  readonly onEnd: (how: string) => void;
}

/** Speaks the protocol with a program, one message a line. */
export function createStdioTransport({ start, parse, onOddity, onEnd }: StdioTransportDeps): Transport {
  let running: ServerProcess | undefined;
  let starting: Promise<ServerProcess> | undefined;
  let closed = false;

  const events: ServerProcessEvents = {
    onLine: (line) => {
      if (closed || line.trim() === '') return;
      let message: JSONRPCMessage;
      try {
        message = parse(JSON.parse(line));
      } catch {
        onOddity();
        return;
      }
      transport.onmessage?.(message);
    },
    onLongLine: (line) => {
      onOddity();
      const id = answeredId(line);
      const why: LostAnswer = 'too_large';
      if (id !== undefined) transport.onmessage?.(lostAnswer(id, why));
    },
    onEnd: (how) => {
      if (!closed) onEnd(how);
      end();
    },
  };
  const end = () => {
    if (closed) return;
    closed = true;
    transport.onclose?.();
  };
  const transport: Transport = {
    start: async () => {
      if (closed) throw new CallError('not_done', 'the connection was closed before the program was started');
      starting = start(events);
      running = await starting;
    },
    send: async (message) => {
      if (running === undefined || closed) throw new CallError('not_done', 'the program has ended');
      await running.write(JSON.stringify(message));
    },
    close: async () => {
      end();
      // A program that is just being started is waited for, or nobody would end it.
      const started = await starting?.catch(() => undefined);
      await started?.close();
    },
  };
  return transport;
}

/** The request that a dropped line answered: its id stands near the beginning or the end, outside the result. */
function answeredId({ head, tail }: LongLine): number | undefined {
  const found =
    /^\s*\{(?:"jsonrpc":\s*"2\.0",\s*)?"id":\s*(\d+)/.exec(head) ??
    /"id":\s*(\d+)(?:,\s*"jsonrpc":\s*"2\.0")?\s*\}\s*$/.exec(tail);
  return found?.[1] === undefined ? undefined : Number(found[1]);
}
