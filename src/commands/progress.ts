/** A line that is redrawn on a terminal; elsewhere a line now and then, so that a log stays readable. */
export interface ProgressLine {
  show(text: string): void;
  /** Leaves a last line, or nothing. */
  end(text?: string): void;
}

const redrawMs = 80;
const logMs = 5000;

export function createProgressLine(stream: NodeJS.WriteStream, now: () => number = Date.now): ProgressLine {
  let drawn = false;
  let last = stream.isTTY ? Number.NEGATIVE_INFINITY : now();
  const clear = () => {
    if (drawn) stream.write('\r\u001b[2K');
    drawn = false;
  };
  return {
    show: (text) => {
      const at = now();
      if (at - last < (stream.isTTY ? redrawMs : logMs)) return;
      last = at;
      if (!stream.isTTY) {
        stream.write(`${text}\n`);
        return;
      }
      clear();
      stream.write(text.slice(0, Math.max(20, (stream.columns ?? 80) - 1)));
      drawn = true;
    },
    end: (text) => {
      clear();
      if (text !== undefined) stream.write(`${text}\n`);
    },
  };
}

/** Such as `[######----] 120 of 200`. */
export function bar(done: number, total: number): string {
  const width = 20;
  const share = total === 0 ? 1 : Math.min(1, Math.max(0, done / total));
  const full = Math.round(width * share);
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}] ${done} of ${total}`;
}
