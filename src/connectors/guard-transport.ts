import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { repairResult } from './repair-result.ts';

/** The code of the errors that stand for an answer which never came. */
export const lostAnswerCode = -32_099;

/** Why an answer never came: the stream that should have carried it ended, or it was too large to take. */
export type LostAnswer = 'cut' | 'too_large';

export interface GuardOptions {
  /** Speaks with a program; the SDK takes silence there for an older server. */
  readonly program: boolean;
  /** Why the stream of a request ended without an answer; asked once for each that did. */
  readonly cutBecause: (id: string | number) => LostAnswer;
}

/**
 * Stands between the SDK and a transport: answers that the SDK would throw away arrive in a shape it accepts, and a
 * request whose stream ended is told so at once, not after the whole timeout.
 */
export function guardTransport(inner: Transport, options: GuardOptions): Transport {
  const methods = new Map<string | number, string>();

  const outer: Transport = {
    // By these two names the SDK knows the transport of a program.
    ...(options.program ? { pid: null, stderr: null } : {}),
    ...(inner.hasPerRequestStream === undefined ? {} : { hasPerRequestStream: inner.hasPerRequestStream }),
    get sessionId() {
      return inner.sessionId;
    },
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    start: () => {
      inner.onmessage = (message, extra) => outer.onmessage?.(repaired(message), extra);
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onclose = () => outer.onclose?.();
      return inner.start();
    },
    close: () => inner.close(),
    send: async (message, sending) => {
      if (!('method' in message) || !('id' in message)) return inner.send(message, sending);
      const { id, method } = message;
      methods.set(id, method);
      sending?.requestSignal?.addEventListener('abort', () => methods.delete(id), { once: true });
      const onRequestStreamEnd = () => {
        sending?.onRequestStreamEnd?.();
        if (method === 'subscriptions/listen' || !methods.delete(id)) return;
        outer.onmessage?.(lostAnswer(id, options.cutBecause(id)));
      };
      try {
        await inner.send(message, { ...sending, onRequestStreamEnd });
      } catch (error) {
        methods.delete(id);
        options.cutBecause(id);
        throw error;
      }
    },
  };

  function repaired(message: JSONRPCMessage): JSONRPCMessage {
    if ('method' in message || message.id === undefined) return message;
    const method = methods.get(message.id);
    methods.delete(message.id);
    return method === undefined || !('result' in message)
      ? message
      : { ...message, result: repairResult(method, message.result) };
  }
  return outer;
}

/** An error response in place of an answer that will not come. */
export function lostAnswer(id: string | number, why: LostAnswer): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: lostAnswerCode, message: `the answer was lost: ${why}`, data: why } };
}
