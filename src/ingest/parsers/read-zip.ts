import { inflateRawSync } from 'node:zlib';
import { unreadable } from './unreadable.ts';

export interface ZipArchive {
  readonly names: readonly string[];
  /** The entry as text, or nothing if there is none of that name; throws if it unpacks to more than `maxBytes`. */
  readText(name: string, maxBytes: number): string | undefined;
}

/** Reads the central directory of a ZIP file, or answers nothing if there is none (PKWARE APPNOTE 4.3; no ZIP64). */
export function readZip(bytes: Uint8Array): ZipArchive | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > buffer.length) return undefined;
  const entries = new Map<string, Entry>();
  let at = buffer.readUInt32LE(end + 16);
  for (let left = buffer.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== 0x02014b50) break;
    const nameLength = buffer.readUInt16LE(at + 28);
    entries.set(buffer.toString('utf8', at + 46, at + 46 + nameLength), {
      method: buffer.readUInt16LE(at + 10),
      packedBytes: buffer.readUInt32LE(at + 20),
      headerAt: buffer.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return {
    names: [...entries.keys()],
    readText(name, maxBytes) {
      const entry = entries.get(name);
      return entry && unpack(buffer, entry, maxBytes).toString('utf8');
    },
  };
}

interface Entry {
  readonly method: number;
  readonly packedBytes: number;
  readonly headerAt: number;
}

function unpack(buffer: Buffer, entry: Entry, maxBytes: number): Buffer {
  try {
    const { headerAt } = entry;
    const start = headerAt + 30 + buffer.readUInt16LE(headerAt + 26) + buffer.readUInt16LE(headerAt + 28);
    const packed = buffer.subarray(start, start + entry.packedBytes);
    return entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw unreadable('is damaged: open it and save it again', cause);
  }
}
