import { setTimeout as delay } from 'node:timers/promises';
import type { ChromaClient } from 'chromadb';
import { BylawError } from '../errors.ts';
import type { ChromaServer } from './chroma-server.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Where Chroma runs: without `url` the embedded server. */
export interface ChromaOptions {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tenant?: string;
  readonly database?: string;
  /** Of Chroma Cloud, which finds tenant and database by it where they are not given. */
  readonly apiKey?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For the call with all its retries. */
  readonly deadlineMs?: number;
}

/** Calls to Chroma under a deadline, repeated while the connection fails or the server is too busy. */
export interface ChromaConnection {
  /**
   * `work` may run several times, so it has to be repeatable. Throws `library_unavailable`, with the client's own
   * error as its cause, or the signal's reason.
   */
  call<T>(work: (client: ChromaClient) => Promise<T>, options?: CallOptions): Promise<T>;
}

const defaultDeadlineMs = 30_000;
const firstRetryMs = 50;
const maxRetryMs = 1_000;

export function createChromaConnection(deps: {
  readonly chroma: ChromaOptions;
  readonly server: ChromaServer;
  /** Called when a connection fails, since another server may answer the next call. */
  readonly onLost: () => void;
}): ChromaConnection {
  const { chroma } = deps;
  let address: ReturnType<typeof locate> | undefined;
  let place: Promise<{ tenant: string; database: string }> | undefined;

  function locate(): Promise<{ host: string; port: number; ssl: boolean }> {
    if (chroma.url === undefined) return deps.server.ensure().then((embedded) => ({ ...embedded, ssl: false }));
    const url = new URL(chroma.url);
    const ssl = url.protocol === 'https:';
    return Promise.resolve({ host: url.hostname, port: Number(url.port) || (ssl ? 443 : 80), ssl });
  }

  /** A client for one call, since a client's signal is shared by all its calls. */
  async function connect(signal: AbortSignal): Promise<ChromaClient> {
    address ??= locate();
    // Loaded only when needed: most runs find nothing to embed.
    const [{ ChromaClient }, { host, port, ssl }] = await Promise.all([import('chromadb'), address]);
    const { apiKey, headers, tenant, database } = chroma;
    const client = (more: { tenant?: string; database?: string }) =>
      new ChromaClient({
        ...{ host, port, ssl, fetchOptions: { signal } },
        headers: { ...headers, ...(apiKey !== undefined && { 'x-chroma-token': apiKey }) },
        ...more,
      });
    if (apiKey === undefined || (tenant !== undefined && database !== undefined)) return client({ tenant, database });
    // Asked once: a client of its own for each call would ask each time.
    place ??= findPlace(client({}), chroma);
    try {
      return client(await place);
    } catch (error) {
      place = undefined;
      throw error;
    }
  }

  return {
    async call(work, { signal, deadlineMs = defaultDeadlineMs } = {}) {
      const deadline = AbortSignal.timeout(deadlineMs);
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
      for (let retryMs = firstRetryMs; ; retryMs = Math.min(maxRetryMs, retryMs * 2)) {
        try {
          return await unlessAborted(either, connect(either).then(work));
        } catch (error) {
          signal?.throwIfAborted();
          const lost = isNamed(error, 'ChromaConnectionError');
          if (lost || error instanceof BylawError) {
            address = undefined;
            deps.onLost();
          }
          if (deadline.aborted || !(lost || isNamed(error, 'ChromaRateLimitError'))) throw failure(error, chroma);
          await delay(retryMs, undefined, { signal: either }).catch(() => undefined);
        }
      }
    },
  };
}

/** Whether Chroma said so itself, as opposed to not being reached. */
export function isChromaError(error: unknown, ...names: string[]): boolean {
  return error instanceof BylawError && names.some((name) => isNamed(error.cause, name));
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Its message would come into logs, and is whatever a server or a proxy said; the cause keeps it. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown reason';
}

async function findPlace(client: ChromaClient, { tenant, database }: ChromaOptions) {
  const identity = await client.getUserIdentity();
  const names = [...new Set(identity.databases)];
  const [only] = names;
  if (database === undefined && (only === undefined || only === '*' || names.length > 1)) {
    throw new BylawError(
      'library_unavailable',
      `Chroma Cloud has ${names.length === 0 ? 'no database' : 'several databases'} for CHROMA_API_KEY: set CHROMA_DATABASE`,
    );
  }
  return { tenant: tenant ?? identity.tenant, database: database ?? only ?? '' };
}

function failure(error: unknown, { url, apiKey }: ChromaOptions): BylawError {
  if (error instanceof BylawError) return error;
  const where = url === undefined ? 'the embedded Chroma server' : `Chroma at ${new URL(url).host}`;
  const isRefused = ['ChromaAuthError', 'ChromaUnauthorizedError', 'ChromaForbiddenError'].some((name) =>
    isNamed(error, name),
  );
  const next = isRefused
    ? `check ${apiKey === undefined ? 'CHROMA_HEADERS' : 'CHROMA_API_KEY, CHROMA_TENANT and CHROMA_DATABASE'}`
    : isNamed(error, 'ChromaQuotaExceededError')
      ? 'a quota there is used up: raise it, or use a server of your own'
      : url === undefined
        ? 'see chroma.log in the state folder'
        : 'check CHROMA_URL, and that the server runs';
  return new BylawError('library_unavailable', `${where} failed (${nameOf(error)}): ${next}`, { cause: error });
}
