export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Values are names, counts, ids and durations: never question text, document text or a secret. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** One JSON object a line, so that a log collector needs no parser of its own. */
export function createLog(options: { level: LogLevel; write: (line: string) => void; now: () => Date }): Log {
  const least = order.indexOf(options.level);
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (order.indexOf(level) < least) return;
      options.write(`${JSON.stringify({ time: options.now().toISOString(), level, event, ...fields })}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
