import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { BylawError } from '../errors.ts';
import type { CommandContext } from './command.ts';

/** Asks on a terminal. Throws `usage` where nobody can be asked. */
export async function confirmErasing({ json, stdin, stdout, signal }: CommandContext): Promise<boolean> {
  if (json || !stdin.isTTY || !stdout.isTTY) {
    throw new BylawError('usage', 'erasing can not be undone: add --yes where nobody can be asked');
  }
  // The terminal's own line editing leaves Ctrl-C to whoever stops the program.
  const lines = createInterface({ input: stdin, output: stdout, terminal: false });
  const ended = once(lines, 'close').then(() => '');
  try {
    const reply = await Promise.race([lines.question('Erase this for good? [y/N] ', { signal }), ended]);
    return /^y(es)?$/i.test(reply.trim());
  } finally {
    lines.close();
  }
}
