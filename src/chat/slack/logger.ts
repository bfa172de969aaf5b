import { type Logger, LogLevel } from '@slack/bolt';
import type { Log } from '../../log.ts';

/** The SDK's log lines in ours. Its debug and info lines hold whole payloads and are dropped. */
export function createSdkLogger(log: Log): Logger {
  return {
    debug() {},
    info() {},
    warn: (...messages) => log.warn('slack.sdk', { message: firstLine(messages) }),
    error: (...messages) => log.error('slack.sdk', { message: firstLine(messages) }),
    setLevel() {},
    getLevel: () => LogLevel.WARN,
    setName() {},
  };
}

function firstLine(messages: readonly unknown[]): string {
  const [first] = messages;
  return (first instanceof Error ? first.name : String(first)).split('\n', 1).join('').slice(0, 200);
}
