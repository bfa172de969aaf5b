import { inflateRawSync } from 'node:zlib';
import { unreadable } from './unreadable.ts';

export interface ZipArchive {
  readonly names: readonly string[];
  /** Of all entries together, as the archive itself says. */
  readonly unpackedBytes: number;
  /** The entry as text, or nothing if there is none of that name; throws if it unpacks to more than `maxBytes`. */
  readText(name: string, maxBytes: number): string | undefined;
}

/** More than any honest document of the size that is accepted; the parsers' libraries unpack without a limit of their own. */
const maxUnpackedBytes = 512 * 1024 * 1024;
const maxEntries = 20_000;

/** Refuses an archive by what it says of itself, before anything is unpacked; throws `document_unreadable`. */
export function checkArchive(zip: ZipArchive): void {
  const megabytes = Math.round(zip.unpackedBytes / 1024 / 1024);
  if (zip.unpackedBytes > maxUnpackedBytes) {
    throw unreadable(`unpacks to ${megabytes} MB, which is more than 512 MB: is it damaged or hostile?`);
  }
  if (zip.names.length > maxEntries) throw unreadable(`holds ${zip.names.length} parts: is it damaged or hostile?`);
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
      unpackedBytes: buffer.readUInt32LE(at + 24),
      headerAt: buffer.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return {
    names: [...entries.keys()],
    unpackedBytes: [...entries.values()].reduce((sum, entry) => sum + entry.unpackedBytes, 0),
    readText(name, maxBytes) {
      const entry = entries.get(name);
      return entry && unpack(buffer, entry, maxBytes).toString('utf8');
    },
  };
}

interface Entry {
  readonly method: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly headerAt: number;
}

function unpack(buffer: Buffer, entry: Entry, maxBytes: number): Buffer {
  try {
    const { headerAt } = entry;
    const start = headerAt + 30 + buffer.readUInt16LE(headerAt + 26) + buffer.readUInt16LE(headerAt + 28);
    const packed = buffer.subarray(start, start + entry.packedBytes);
    return entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') {
      const limit = Math.round(maxBytes / 1024 / 1024);
      throw unreadable(`has a part that unpacks to more than ${limit} MB: is it damaged or hostile?`, cause);
    }
    throw unreadable('is damaged: open it and save it again', cause);
  }
}
