import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicAddress } from './public-address.ts';

export interface WebRequest {
  /** Beside who asks and what can be read; none of them names the asker. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the content as it is unpacked. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export type WebAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Where the last redirect led. */
      readonly address: string;
      readonly headers: IncomingMessage['headers'];
      readonly body: Buffer;
      /** Some redirect on the way was for the time being only. */
      readonly isTemporary: boolean;
    }
  | {
      readonly kind: 'none';
      readonly reason: string /** Of the place, not of this address alone. */;
      readonly isDown: boolean;
    };

export interface WebAccess {
  readonly userAgent: string;
  /** Lower case, with the port where it isn't the usual one; nothing else is asked, redirects included. */
  readonly hosts: ReadonlySet<string>;
  /** Also machines of a private network, and this one. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  /** All addresses of a name; absent means the system's own. */
  readonly lookup?: (host: string) => Promise<readonly LookupAddress[]>;
  /** Called before each request of a host. */
  readonly turn: (address: URL, signal: AbortSignal) => Promise<void>;
}

const maxRedirects = 5;

/** Asks for an address, following redirects by hand, each under the same rules. Cookies are neither kept nor sent. */
export async function getAddress(access: WebAccess, address: string, request: WebRequest): Promise<WebAnswer> {
  let at = new URL(address);
  let isTemporary = false;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const fault = faultOf(access, at);
    if (fault !== undefined)
      return { kind: 'none', reason: hop === 0 ? fault : `is redirected: ${fault}`, isDown: false };
    await access.turn(at, request.signal);
    const answer = await getOnce(access, at, request);
    if (answer.kind === 'none') return answer;
    if (![301, 302, 303, 307, 308].includes(answer.status)) return { ...answer, isTemporary };
    isTemporary ||= ![301, 308].includes(answer.status);
    const { location } = answer.headers;
    if (location === undefined || !URL.canParse(location, at.href))
      return { ...answer, kind: 'none', reason: 'is redirected to nowhere', isDown: false };
    const next = new URL(location, at);
    if (at.protocol === 'https:' && next.protocol === 'http:')
      return { kind: 'none', reason: 'is redirected from https to http, which is not followed', isDown: false };
    at = next;
  }
  return { kind: 'none', reason: `is redirected more than ${maxRedirects} times`, isDown: false };
}

function faultOf(
  { hosts, allowPrivate }: WebAccess,
  { protocol, host, hostname, username, password }: URL,
): string | undefined {
  if (protocol !== 'https:' && protocol !== 'http:') return 'is no http or https address';
  if (username !== '' || password !== '') return 'holds a sign-in, which is not sent';
  if (!hosts.has(host)) return `${host} is not among the hosts of this source: add it to hosts if it belongs to it`;
  const ip = hostname.replace(/^\[|\]$/g, '');
  return isIP(ip) !== 0 && !allowPrivate && !isPublicAddress(ip) ? privateReason(hostname) : undefined;
}

function privateReason(host: string): string {
  return `${host} is in a private network: set allowPrivate: true if it is yours`;
}

class PrivateAddress extends Error {}

async function getOnce(access: WebAccess, at: URL, { headers, maxBytes, signal }: WebRequest): Promise<WebAnswer> {
  const deadline = AbortSignal.timeout(access.timeoutMs);
  try {
    const message = await send(access, at, headers ?? {}, AbortSignal.any([signal, deadline]));
    const body = await readBody(message, maxBytes);
    if (body === undefined) {
      message.destroy();
      return { kind: 'none', reason: `is larger than ${megabytes(maxBytes)} MB`, isDown: false };
    }
    return {
      kind: 'answer',
      status: message.statusCode ?? 0,
      address: at.href,
      headers: message.headers,
      body,
      isTemporary: false,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof PrivateAddress) return { kind: 'none', reason: error.message, isDown: false };
    const reason = deadline.aborted
      ? `${at.host} did not answer within ${Math.round(access.timeoutMs / 1000)} seconds`
      : `${at.host} can’t be reached (${codeOf(error)})`;
    return { kind: 'none', reason, isDown: true };
  }
}

function send(
  access: WebAccess,
  at: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      signal,
      // A connection of its own for each, so that none was made under another name.
      agent: false,
      lookup: checkedLookup(access),
      headers: {
        'user-agent': access.userAgent,
        accept: 'text/html,text/markdown,text/plain,application/pdf,application/xml;q=0.9,*/*;q=0.5',
        'accept-encoding': 'gzip, br, deflate',
        ...headers,
      },
    };
    const send = at.protocol === 'https:' ? httpsRequest : httpRequest;
    send(at, options, resolve).on('error', reject).end();
  });
}

/** The name is looked up once, each of its addresses is checked, and the connection goes to one that was. */
function checkedLookup({ allowPrivate, lookup }: WebAccess): NonNullable<RequestOptions['lookup']> {
  const find = lookup ?? ((host: string) => systemLookup(host, { all: true }));
  return (host, options, callback) => {
    find(host).then(
      (found) => {
        const [first] = found;
        if (first === undefined) callback(new Error('ENOTFOUND'), '', 4);
        else if (!allowPrivate && found.some(({ address }) => !isPublicAddress(address))) {
          callback(new PrivateAddress(privateReason(host)), '', 4);
        } else if (options.all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 4),
    );
  };
}

async function readBody(message: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(message)) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unpacked(message: IncomingMessage): Readable {
  const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, br: createBrotliDecompress, deflate: createInflate };
  const coding = (message.headers['content-encoding'] ?? '').trim().toLowerCase();
  const make = Object.entries(decoders).find(([name]) => name === coding)?.[1];
  if (make === undefined || message.statusCode === 304) return message;
  const decoder = make();
  message.on('error', (error) => decoder.destroy(error));
  return message.pipe(decoder);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'the connection failed';
}

function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 10) / 10;
}
