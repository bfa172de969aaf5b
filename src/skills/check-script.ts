import { extname } from 'node:path';
import { type Deviation, unportable, warning } from './deviation.ts';
import { missingInterpreter, runnableExtensions } from './locate-script.ts';

const data = ['.json', '.md', '.txt', '.csv', '.tsv', '.yaml', '.yml', '.toml', '.xml', '.html', '.sql'];

export function checkScript(path: string, bytes: Uint8Array): Deviation[] {
  const extension = extname(path);
  const text = Buffer.from(bytes).toString('latin1');
  const deviations: Deviation[] = [];
  if (!runnableExtensions.includes(extension)) {
    if (data.includes(extension.toLowerCase())) return [];
    return [unportable(`no interpreter runs it: scripts end in ${runnableExtensions.join(', ')}`)];
  }
  const missing = missingInterpreter(extension);
  if (missing !== undefined) deviations.push(warning(`can't be run on this host: ${missing}`));
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
