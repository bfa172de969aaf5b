import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import picomatch from 'picomatch';
import { BylawError, messageOf } from '../../errors.ts';
import type { SkippedEntry, Source, SourceFile } from './source.ts';

/** The resources of one server, as far as this source needs them. */
export interface ResourceServer {
  /** All pages. Throws where the server can't be asked. */
  list(signal: AbortSignal): Promise<readonly ListedResource[]>;
  /** Undefined where the server says that there is no such resource; throws where it can't be asked. */
  read(uri: string, signal: AbortSignal): Promise<readonly ResourcePart[] | undefined>;
}

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string;
  readonly size?: number;
}

export interface ResourcePart {
  readonly mimeType?: string;
  readonly text?: string;
  readonly base64?: string;
}

export interface McpResourceSourceOptions {
  readonly connector: string;
  readonly server: ResourceServer;
  /** Patterns of whole addresses; `*` stays between slashes, `**` does not. */
  readonly patterns: readonly string[];
  /** Groups that alone may read them; empty means that the documents' own word holds. */
  readonly onlyFor: readonly string[];
  readonly maxBytes: number;
}

/** Formats that a resource may have, by its MIME type. */
const extensions: Readonly<Record<string, string>> = {
  'text/plain': '.txt',
  'text/markdown': '.md',
  'text/x-markdown': '.md',
  'text/html': '.html',
  'application/pdf': '.pdf',
};
const known: ReadonlySet<string> = new Set(Object.values(extensions));

/**
 * Resources of a connector that were chosen as documents. A listing says nothing about whether one has changed, so each is
 * read for it; what is read is kept until the next listing.
 */
export function createMcpResourceSource(options: McpResourceSourceOptions): Source {
  const { connector, server, maxBytes, onlyFor } = options;
  const wanted = picomatch([...options.patterns], { dot: true, nonegate: true });
  const name = `mcp-${connector}`;
  let latest = new Map<string, Uint8Array>();

  async function readOne(resource: ListedResource, signal: AbortSignal): Promise<Read> {
    if (resource.size !== undefined && resource.size > maxBytes) return { kind: 'skipped', reason: tooLarge(maxBytes) };
    const parts = await server.read(resource.uri, signal);
    if (parts === undefined) return { kind: 'gone' };
    return toBytes(resource, parts, maxBytes);
  }

  return {
    name,
    list: async (signal) => {
      const listed = await orUnreadable(connector, () => server.list(signal), signal);
      const files: SourceFile[] = [];
      const skipped: SkippedEntry[] = [];
      const bytesOf = new Map<string, Uint8Array>();
      const paths = new Map<string, string>();
      for (const resource of listed.toSorted((a, b) => (a.uri < b.uri ? -1 : 1))) {
        if (!wanted(resource.uri)) continue;
        signal.throwIfAborted();
        const path = ownPath(resource, paths);
        if (path === undefined) continue;
        const read = await orUnreadable(connector, () => readOne(resource, signal), signal);
        if (read.kind === 'gone') continue;
        if (read.kind === 'skipped') {
          skipped.push({ path, reason: read.reason });
          continue;
        }
        bytesOf.set(path, read.bytes);
        const stamp = createHash('sha256').update(read.bytes).digest('hex');
        files.push({ path, stamp, metadata: metadataOf(resource), ...(onlyFor.length > 0 && { onlyFor }) });
      }
      latest = bytesOf;
      return { files, skipped };
    },
    read: async ({ path, stamp }) => {
      const bytes = latest.get(path);
      const isListed = bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === stamp;
      if (!isListed) throw new BylawError('document_unreadable', 'is not there any more; the next sync looks again');
      return bytes;
    },
  };
}

type Read =
  | { readonly kind: 'gone' }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'read'; readonly bytes: Uint8Array };

function toBytes(resource: ListedResource, parts: readonly ResourcePart[], maxBytes: number): Read {
  const extension = extname(pathOf(resource));
  if (!known.has(extension)) {
    const kind = resource.mimeType ?? 'an unknown kind';
    return { kind: 'skipped', reason: `is ${kind}, and only text and PDF can be read` };
  }
  const [binary] = parts.flatMap(({ base64 }) => (base64 === undefined ? [] : [base64]));
  const texts = parts.flatMap(({ text }) => (text === undefined ? [] : [text]));
  if (extension === '.pdf' && binary === undefined) return { kind: 'skipped', reason: 'has no content' };
  if (extension !== '.pdf' && texts.length === 0) return { kind: 'skipped', reason: 'has no text' };
  const bytes = extension === '.pdf' ? Buffer.from(binary ?? '', 'base64') : Buffer.from(texts.join('\n\n'), 'utf8');
  return bytes.length > maxBytes ? { kind: 'skipped', reason: tooLarge(maxBytes) } : { kind: 'read', bytes };
}

/** The address as a path that ends as its format does; `file:///a/b.md` is `file/a/b.md`. */
function pathOf({ uri, mimeType }: ListedResource): string {
  const path = uri
    .replace(/:\/*/, '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map((part) => part.replace(/[\p{Cc}\p{Cf}\\?#]/gu, '_'))
    .join('/')
    .slice(0, maxPathChars);
  const own = extname(path).toLowerCase();
  const type = mimeType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const byType = extensions[type] ?? (type.startsWith('text/') ? '.txt' : undefined);
  if (byType !== undefined) return own === byType ? path : `${path}${byType}`;
  if (type === '' && !known.has(own)) return `${path}.txt`;
  return path;
}

/** Undefined for an address that was listed before. Two addresses that read the same as paths get one each. */
function ownPath(resource: ListedResource, taken: Map<string, string>): string | undefined {
  const path = pathOf(resource);
  const holder = taken.get(path);
  if (holder === resource.uri) return undefined;
  const extension = extname(path);
  const hash = createHash('sha256').update(resource.uri).digest('hex').slice(0, 8);
  const own = holder === undefined ? path : `${path.slice(0, path.length - extension.length)}-${hash}${extension}`;
  taken.set(own, resource.uri);
  return own;
}

const maxPathChars = 500;

function metadataOf({ uri, name }: ListedResource): SourceFile['metadata'] {
  return {
    ...(name.trim() === '' ? {} : { title: name.trim().slice(0, 200) }),
    // Only what a browser opens is a link.
    ...(/^https?:\/\//.test(uri) ? { url: uri } : {}),
  };
}

/** A server that is down leaves the last good state, as a folder that can't be read does. */
async function orUnreadable<T>(connector: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof BylawError ? error.message : messageOf(error);
    throw new BylawError('source_unreadable', `the resources of connector "${connector}" can't be read: ${why}`, {
      cause: error,
    });
  }
}

function tooLarge(maxBytes: number): string {
  return `is larger than ${Math.round((maxBytes / 1024 / 1024) * 10) / 10} MB`;
}
