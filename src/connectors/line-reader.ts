/** A line that was too long to keep: where it began and how it ended. */
export interface LongLine {
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
}

export interface LineReader {
  push(chunk: Buffer): void;
}

/** Longer lines are dropped, so that no server can fill the memory of the bot. */
export const maxMessageBytes = 16 * 1024 * 1024;
const edgeBytes = 4096;

/** Cuts a stream of bytes into lines, in time that grows with the bytes alone. */
export function createLineReader(events: {
  readonly onLine: (line: string) => void;
  readonly onLongLine: (line: LongLine) => void;
}): LineReader {
  let parts: Buffer[] = [];
  let bytes = 0;
  let long: { head: string; tail: Buffer } | undefined;

  const add = (piece: Buffer) => {
    bytes += piece.length;
    if (long !== undefined) {
      long.tail = Buffer.concat([long.tail, piece.subarray(-edgeBytes)]).subarray(-edgeBytes);
      return;
    }
    parts.push(piece);
    if (bytes <= maxMessageBytes) return;
    const whole = Buffer.concat(parts);
    long = { head: whole.toString('utf8', 0, edgeBytes), tail: whole.subarray(-edgeBytes) };
    parts = [];
  };
  const finish = () => {
    if (long === undefined) events.onLine(Buffer.concat(parts).toString('utf8').replace(/\r$/, ''));
    else events.onLongLine({ head: long.head, tail: long.tail.toString('utf8'), bytes });
    parts = [];
    bytes = 0;
    long = undefined;
  };
  return {
    push(chunk) {
      let from = 0;
      for (;;) {
        const end = chunk.indexOf(10, from);
        if (end === -1) break;
        add(chunk.subarray(from, end));
        finish();
        from = end + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
    },
  };
}
