import { z } from 'zod';
import { loggable } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { CredentialRecords } from '../../records/records.ts';
import type { OAuthSettings } from '../connector.ts';
import { aboutOf } from './client-provider.ts';
import type { Seal } from './seal.ts';

/** Ends sign-ins at the servers that gave tokens out, as far as they can be told. */
export interface TokenRevoker {
  /** Tells every server that this person's tokens are void; they stay recorded, for whoever erases the person. */
  tellOfPerson(person: string): Promise<void>;
  /** Revokes and forgets what belongs to any other connector. */
  keepOnly(connectors: readonly string[]): Promise<void>;
}

export interface TokenRevokerDeps {
  readonly store: Pick<CredentialRecords, 'get' | 'latest' | 'drop' | 'people' | 'connectors'>;
  /** Absent without a key: then servers can't be told. */
  readonly seal: Seal | undefined;
  /** Of a connector that is configured. */
  readonly oauthOf: (connector: string) => OAuthSettings | undefined;
  readonly log: Log;
}

/** For each request; one that hangs must not hold up anybody. */
const requestMs = 5_000;

export function createTokenRevoker({ store, seal, oauthOf, log }: TokenRevokerDeps): TokenRevoker {
  async function tellOf(connector: string, person: string): Promise<void> {
    try {
      const tokens = await store.latest({ connector, person, kind: 'tokens' });
      if (tokens !== undefined) await tell(connector, person, tokens);
    } catch (error) {
      log.warn('connector.not_revoked', { connector, reason: loggable(error) });
    }
  }

  /** RFC 7009, where the issuer says that it takes it. */
  async function tell(connector: string, person: string, tokens: { issuer: string; sealed: string }): Promise<void> {
    const key = { connector, person, issuer: tokens.issuer };
    const open = (kind: 'tokens' | 'client', sealed: string | undefined) => {
      const text = sealed === undefined ? undefined : seal?.open(sealed, aboutOf({ ...key, kind }));
      return text === undefined ? undefined : answerShape.parse(JSON.parse(text));
    };
    const opened = open('tokens', tokens.sealed);
    if (opened === undefined) throw new Error('the tokens can not be decrypted with this BYLAW_SECRET_KEY');
    const configured = oauthOf(connector);
    const registered = open('client', await store.get({ ...key, kind: 'client' }));
    const id = configured?.clientId ?? registered?.client_id;
    const secret = configured?.clientId === undefined ? registered?.client_secret : configured.clientSecret;
    const sdk = await import('@modelcontextprotocol/client');
    const metadata = await sdk.discoverAuthorizationServerMetadata(tokens.issuer, {
      fetchFn: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(requestMs) }),
    });
    const endpoint = answerShape.parse(metadata ?? {}).revocation_endpoint;
    if (endpoint === undefined) return;
    for (const token of [opened.refresh_token, opened.access_token]) {
      if (token === undefined) continue;
      const body = new URLSearchParams({ token, ...(id === undefined ? {} : { client_id: id }) });
      if (secret !== undefined) body.set('client_secret', secret);
      const response = await fetch(endpoint, { method: 'POST', body, signal: AbortSignal.timeout(requestMs) });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
    }
  }

  return {
    tellOfPerson: async (person) => {
      for (const connector of await store.connectors()) await tellOf(connector, person);
    },
    keepOnly: async (connectors) => {
      for (const connector of await store.connectors()) {
        if (connectors.includes(connector)) continue;
        for (const person of await store.people(connector)) await tellOf(connector, person);
        await store.drop(connector);
        log.info('connector.signed_out', { connector });
      }
    },
  };
}

const answerShape = z.looseObject({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  access_token: z.string().optional(),
  refresh_token: z.string().optional(),
  revocation_endpoint: z.string().optional(),
});
