import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { BylawError } from '../../errors.ts';
import type { CredentialKey, CredentialRecords } from '../../records/records.ts';
import type { OAuthSettings } from '../connector.ts';
import type { Seal } from './seal.ts';

export interface ClientProviderDeps {
  readonly store: CredentialRecords;
  readonly seal: Seal;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface ClientProviderOptions {
  readonly connector: string;
  /** Empty for the bot itself. */
  readonly person: string;
  readonly oauth: OAuthSettings;
  /** Where the sign-in page sends people back to; absent for the bot itself, which signs in without a page. */
  readonly redirectUrl?: string;
  /** A sign-in that is being begun, or finished. */
  readonly attempt: SignInAttempt;
  readonly onPage: (page: URL) => Promise<void>;
}

/** What has to be remembered between sending someone to a page and their coming back. */
export interface SignInAttempt {
  readonly state: string;
  verifier?: string;
  discovery?: OAuthDiscoveryState;
}

const tokensShape = z.looseObject({
  access_token: z.string(),
  token_type: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number().optional(),
  scope: z.string().optional(),
  issuer: z.string().optional(),
});
const clientShape = z.looseObject({
  client_id: z.string(),
  client_secret: z.string().optional(),
  issuer: z.string().optional(),
  redirect_uris: z.array(z.string()).optional(),
});

/** The SDK's view of one person's, or the bot's, credentials for one connector. */
export function createClientProvider(options: ClientProviderOptions, deps: ClientProviderDeps): OAuthClientProvider {
  const { connector, person, oauth, redirectUrl, attempt } = options;
  const { store, seal, now } = deps;
  const configured = oauth.clientId === undefined ? undefined : configuredClient(oauth, oauth.clientId);
  /** The tokens that were last given out for an issuer. */
  let given: StoredOAuthTokens | undefined;

  const keyOf = (issuer: string, kind: CredentialKey['kind']): CredentialKey => ({ connector, issuer, person, kind });
  const read = async <T>(issuer: string | undefined, kind: CredentialKey['kind'], shape: z.ZodType<T>) => {
    const found =
      issuer === undefined
        ? await store.latest({ connector, person, kind })
        : { issuer, sealed: await store.get(keyOf(issuer, kind)) };
    if (found?.sealed === undefined) return undefined;
    const opened = seal.open(found.sealed, aboutOf(keyOf(found.issuer, kind)));
    return opened === undefined ? undefined : shape.safeParse(JSON.parse(opened)).data;
  };
  const write = (issuer: string | undefined, kind: CredentialKey['kind'], value: object) => {
    if (issuer === undefined)
      throw new BylawError('connector_failed', `connector "${connector}": nobody vouches for it`);
    const key = keyOf(issuer, kind);
    return store.put(key, seal.seal(JSON.stringify(value), aboutOf(key)), now());
  };

  return {
    redirectUrl,
    clientMetadata: clientMetadata(oauth, redirectUrl),
    state: () => attempt.state,
    clientInformation: async (context): Promise<StoredOAuthClientInformation | undefined> => {
      if (configured !== undefined) return configured;
      const client = await read(context?.issuer, 'client', clientShape);
      const leadsHere = redirectUrl === undefined || client?.redirect_uris?.includes(redirectUrl) !== false;
      if (leadsHere) return client;
      // Bylaw's address has changed since it registered: what was given out still counts, a new sign-in takes a new client.
      return (await read(context?.issuer, 'tokens', tokensShape))?.refresh_token === undefined ? undefined : client;
    },
    // One that is configured is not registered, and its secret is not kept a second time.
    ...(configured === undefined && {
      saveClientInformation: async (client, context) => write(context?.issuer ?? client.issuer, 'client', client),
    }),
    tokens: async (context) => {
      const tokens = await read(context?.issuer, 'tokens', tokensShape);
      if (context !== undefined) given = tokens;
      return tokens;
    },
    saveTokens: async (tokens, context) => {
      const before = given?.refresh_token;
      // Some give a new refresh token only now and then.
      const kept = tokens.refresh_token ?? before;
      await write(context?.issuer ?? tokens.issuer, 'tokens', { ...tokens, ...(kept && { refresh_token: kept }) });
    },
    redirectToAuthorization: options.onPage,
    saveCodeVerifier: (verifier) => {
      attempt.verifier = verifier;
    },
    codeVerifier: () => attempt.verifier ?? '',
    saveDiscoveryState: (discovery) => {
      attempt.discovery = discovery;
    },
    discoveryState: () => attempt.discovery,
    invalidateCredentials: async (scope) => {
      if (scope === 'verifier' || scope === 'discovery') return;
      if (scope !== 'client') {
        const tokens = await read(given?.issuer, 'tokens', tokensShape);
        // Another process has refreshed them meanwhile: those are good.
        const isNewer = tokens !== undefined && tokens.refresh_token !== given?.refresh_token;
        if (!isNewer) await store.drop(connector, person, 'tokens');
      }
      if (scope !== 'tokens') await store.drop(connector, person, 'client');
    },
    ...(redirectUrl === undefined && { prepareTokenRequest: clientCredentials }),
  };
}

export function aboutOf({ connector, issuer, person, kind }: CredentialKey): string {
  return JSON.stringify([kind, connector, issuer, person]);
}

function configuredClient({ clientSecret, issuer }: OAuthSettings, clientId: string): StoredOAuthClientInformation {
  return {
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    ...(issuer === undefined ? {} : { issuer }),
  };
}

function clientMetadata({ scope }: OAuthSettings, redirectUrl: string | undefined): OAuthClientMetadata {
  return {
    client_name: 'Bylaw',
    redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
    grant_types: redirectUrl === undefined ? ['client_credentials'] : ['authorization_code', 'refresh_token'],
    response_types: redirectUrl === undefined ? [] : ['code'],
    ...(scope === undefined ? {} : { scope }),
  };
}

function clientCredentials(scope?: string): URLSearchParams {
  const params = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== undefined && scope !== '') params.set('scope', scope);
  return params;
}
