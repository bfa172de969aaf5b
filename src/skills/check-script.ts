import { extname } from 'node:path';
import { type Deviation, unportable, warning } from './deviation.ts';

/** Has an interpreter here. */
const runnable = ['.mjs', '.js', '.cjs', '.ts', '.py', '.sh'];
const data = ['.json', '.md', '.txt', '.csv', '.yaml', '.yml'];

export function checkScript(path: string, bytes: Uint8Array): Deviation[] {
  const extension = extname(path).toLowerCase();
  const text = Buffer.from(bytes).toString('latin1');
  const deviations: Deviation[] = [];
  if (!runnable.includes(extension)) {
    return data.includes(extension) ? [] : [warning(`not run here: scripts end in ${runnable.join(', ')}`)];
  }
  const carriage = text.indexOf('\r\n');
  if (carriage >= 0) {
    const breaks = extension === '.sh' || text.startsWith('#!');
    const line = text.slice(0, carriage).split('\n').length;
    deviations.push(
      breaks
        ? unportable('Windows line ends (CRLF) break it; save it with LF', line)
        : warning('Windows line ends (CRLF); save it with LF', line),
    );
  }
  if (text.includes('\0')) deviations.push(unportable('not text, although its name says that it is a script'));
  if (text.trim() === '') deviations.push(warning('the script is empty'));
  return deviations;
}
