import { BylawError } from '../errors.ts';
import { type ParseChild, type ParseOutcome, startParseChild } from './parse-child.ts';
import type { ParseRequest } from './parse-process.ts';
import type { ParsedDocument } from './parsers/parser.ts';
import { unreadable } from './parsers/unreadable.ts';

export interface IsolatedParser {
  /** Throws `document_unreadable` with the reason, or `cancelled` after an abort or `stop`. Calls are served in order. */
  parse(file: ParseRequest, signal: AbortSignal): Promise<ParsedDocument>;
  stop(): Promise<void>;
}

/** Parses in a process of its own, started with the first file, so that a hostile file costs that file and nothing else. */
export function createIsolatedParser(
  options: {
    readonly timeoutMs?: number;
    readonly maxMemoryMb?: number;
    readonly maxBytes?: number;
    /** The module that runs in the process; tests put a misbehaving one here. */
    readonly entry?: URL;
  } = {},
): IsolatedParser {
  const { timeoutMs = 60_000, maxMemoryMb = 1024, maxBytes = 50 * 1024 * 1024 } = options;
  const entry = options.entry ?? new URL('./parse-process.ts', import.meta.url);
  const stopping = new AbortController();
  let child: ParseChild | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const attempt = async (file: ParseRequest, signal: AbortSignal): Promise<ParseOutcome> => {
    child ??= startParseChild({ timeoutMs, maxMemoryMb }, entry);
    const { served } = child;
    const outcome = await child.run(file, signal);
    const worn = 'memoryBytes' in outcome ? outcome.memoryBytes > (maxMemoryMb / 2) * 1024 * 1024 : true;
    if (!worn) return outcome;
    // What earlier files left behind must not be blamed on the next one.
    const retired = child;
    child = undefined;
    await retired.kill();
    const blameless = served > 0 && (outcome.kind === 'memory' || outcome.kind === 'crashed');
    return blameless ? attempt(file, signal) : outcome;
  };

  return {
    async parse(file, signal) {
      if (file.bytes.length > maxBytes) {
        throw unreadable(`is ${megabytes(file.bytes.length)} MB: larger than the limit of ${megabytes(maxBytes)} MB`);
      }
      const either = AbortSignal.any([signal, stopping.signal]);
      const turn = last.then(() => (either.aborted ? cancelled : attempt(file, either)));
      last = turn.catch(() => {});
      const outcome = await Promise.race([turn, aborted(either)]);
      if (outcome.kind === 'parsed') return outcome.document;
      if (outcome.kind === 'unreadable') throw unreadable(outcome.reason);
      if (outcome.kind === 'cancelled') throw new BylawError('cancelled', 'reading was cancelled');
      throw unreadable(reasons(timeoutMs, maxMemoryMb)[outcome.kind]);
    },
    async stop() {
      stopping.abort();
      await last;
      await child?.kill();
      child = undefined;
    },
  };
}

const cancelled: ParseOutcome = { kind: 'cancelled' };

function aborted(signal: AbortSignal): Promise<ParseOutcome> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(cancelled);
    signal.addEventListener('abort', () => resolve(cancelled), { once: true });
  });
}

function reasons(timeoutMs: number, maxMemoryMb: number) {
  return {
    timeout: `took longer than ${timeoutMs / 1000} s to read: is it damaged or hostile? If not, split it or raise parsing.timeoutSeconds`,
    memory: `needs more than ${maxMemoryMb} MB of memory to read: is it damaged or hostile? If not, split it or raise parsing.maxMemoryMb`,
    crashed: 'made the parser crash: is it damaged or hostile?',
  } as const;
}

function megabytes(bytes: number): string {
  return String(Math.round((bytes / 1024 / 1024) * 10) / 10);
}
