import { BylawError } from '../../../errors.ts';

/** Fetches a file that was shared. Throws `document_unreadable` with a reason for the person who shared it. */
export type DownloadFile = (url: string, maxBytes: number, signal: AbortSignal) => Promise<Uint8Array>;

const slackHosts = /(?:^|\.)slack\.com$/;
const withinMs = 20_000;

/** The bot's token goes along, so that only Slack's own hosts, and that of the configured API, are asked. */
export function createDownload(options: {
  readonly botToken: string;
  readonly apiUrl?: string | undefined;
}): DownloadFile {
  const { botToken, apiUrl } = options;
  return async (url, maxBytes, signal) => {
    if (!mayHaveToken(url, apiUrl)) throw unread('it is not kept by Slack');
    const limits = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    try {
      // A redirect would lead elsewhere, or to the page where people log in.
      const response = await fetch(url, {
        headers: { authorization: `Bearer ${botToken}` },
        redirect: 'manual',
        signal: limits,
      });
      if (response.status !== 200 || (response.headers.get('content-type') ?? '').startsWith('text/html')) {
        await response.body?.cancel();
        throw unread('Slack did not let me have it (the app may lack files:read)');
      }
      return await readBytes(response, maxBytes);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BylawError) throw error;
      throw new BylawError('document_unreadable', 'it could not be fetched', { cause: error });
    }
  };
}

function mayHaveToken(url: string, apiUrl: string | undefined): boolean {
  if (!URL.canParse(url)) return false;
  const target = new URL(url);
  if (target.username !== '' || target.password !== '') return false;
  if (apiUrl !== undefined && target.origin === new URL(apiUrl).origin) return true;
  return target.protocol === 'https:' && target.port === '' && slackHosts.test(target.hostname);
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    // What a file says of its size is not believed.
    if (length > maxBytes) throw unread('it is larger than 5 MB');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function unread(reason: string): BylawError {
  return new BylawError('document_unreadable', reason);
}
