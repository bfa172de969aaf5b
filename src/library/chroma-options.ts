import { BylawError } from '../errors.ts';
import type { ChromaOptions } from './chroma-client.ts';

const cloud = 'https://api.trychroma.com';

/** Which Chroma the environment names: Chroma Cloud with a key, a server of one's own with an address, or the embedded one. */
export function readChromaOptions(environment: {
  readonly CHROMA_URL?: string | undefined;
  readonly CHROMA_API_KEY?: string | undefined;
  readonly CHROMA_HEADERS?: Readonly<Record<string, string>> | undefined;
  readonly CHROMA_TENANT?: string | undefined;
  readonly CHROMA_DATABASE?: string | undefined;
}): ChromaOptions {
  const {
    CHROMA_API_KEY: apiKey,
    CHROMA_HEADERS: headers,
    CHROMA_TENANT: tenant,
    CHROMA_DATABASE: database,
  } = environment;
  const url = environment.CHROMA_URL ?? (apiKey === undefined ? undefined : cloud);
  if (apiKey !== undefined && url !== undefined && !isProtected(new URL(url))) {
    throw new BylawError(
      'config_invalid',
      'CHROMA_URL: must be https where CHROMA_API_KEY is set, or the key could be read on its way',
    );
  }
  return { url, headers, tenant, database, apiKey };
}

function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
