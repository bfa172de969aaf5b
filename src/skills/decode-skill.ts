import { type Deviation, fault, unportable, warning } from './deviation.ts';

const maxBytes = 256 * 1024;
const byteOrderMark = '\uFEFF';

/** Bytes of SKILL.md as text with LF; absent text means that the file is refused. */
export function decodeSkill(bytes: Uint8Array): { readonly text?: string; readonly deviations: readonly Deviation[] } {
  if (bytes.length > maxBytes) {
    return { deviations: [fault(`larger than ${maxBytes / 1024} KiB; move details into references/`)] };
  }
  const deviations: Deviation[] = [];
  let text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (text.includes('\uFFFD') && !isUtf8(bytes)) deviations.push(unportable('not valid UTF-8; save it as UTF-8'));
  if (text.startsWith(byteOrderMark)) {
    text = text.slice(byteOrderMark.length);
    deviations.push(unportable('begins with a byte-order mark; save it without', 1));
  }
  if (text.includes('\r')) {
    text = text.replace(/\r\n?/g, '\n');
    deviations.push(unportable('has Windows line ends (CRLF); save it with LF'));
  }
  if (text.includes('\0')) deviations.push(warning('contains NUL characters'));
  return { text, deviations };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
