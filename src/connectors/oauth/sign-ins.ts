import type { AuthProvider } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { BylawError, loggable } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { ConnectorSettings } from '../connector.ts';
import type { McpSignIn } from '../mcp-connection.ts';
import { type ClientProviderDeps, createClientProvider, type SignInAttempt } from './client-provider.ts';
import { hashOf } from './seal.ts';

export interface SignInsDeps extends ClientProviderDeps {
  /** Where sign-in pages send people back to; absent where nothing can be reached from a browser. */
  readonly redirectUrl: () => string | undefined;
  /** Shows a person, and nobody else, the page to sign in on. Called once for each attempt. */
  readonly askToSignIn: (link: SignInLink) => Promise<void>;
  /** Unguessable. */
  readonly newState: () => string;
  readonly log: Log;
}

export interface SignInLink {
  readonly connector: string;
  readonly person: string;
  readonly url: string;
  readonly expiresAt: number;
}

/** How the bot, and people, are signed in to connectors over HTTP. */
export interface SignIns {
  /** Undefined where the connector wants none. `person` is needed where each has their own. */
  for(settings: ConnectorSettings, person?: string): McpSignIn | undefined;
  /** Takes what a sign-in page sent back. Throws a sentence for the person. */
  finish(came: URLSearchParams, settingsOf: (connector: string) => ConnectorSettings | undefined): Promise<SignedIn>;
  /** Whether this person has signed in. */
  has(connector: string, person: string): Promise<boolean>;
}

export interface SignedIn {
  readonly connector: string;
  readonly person: string;
}

type UnauthorizedContext = Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0];

const pageMs = 15 * 60_000;
const bot = '';

const attemptShape = z.object({
  state: z.string(),
  verifier: z.string().optional(),
  discovery: z.custom<SignInAttempt['discovery']>().optional(),
});

export function createSignIns(deps: SignInsDeps): SignIns {
  const { store, seal, now, log } = deps;
  /** By connector and person: parallel calls that were all refused lead to one refresh. */
  const running = new Map<string, Promise<void>>();
  /** Until when a person has a page open already; nobody is asked twice at once. */
  const asked = new Map<string, number>();

  function provider(settings: ConnectorSettings, person: string, attempt: SignInAttempt) {
    const key = `${settings.name}\0${person}`;
    const redirectUrl = deps.redirectUrl();
    return createClientProvider(
      {
        ...{ connector: settings.name, person, oauth: settings.oauth ?? {}, attempt },
        ...(person === bot || redirectUrl === undefined ? {} : { redirectUrl }),
        onPage: async (page) => {
          if ((asked.get(key) ?? 0) > now()) return;
          const expiresAt = now() + pageMs;
          asked.set(key, expiresAt);
          const about = signInAbout(settings.name, person);
          const sealed = seal.seal(JSON.stringify(attempt), about);
          const state = hashOf(attempt.state);
          await store.beginSignIn({ state, connector: settings.name, person, sealed, expiresAt });
          try {
            await deps.askToSignIn({ connector: settings.name, person, url: page.href, expiresAt });
          } catch (error) {
            // Who got no link is given one the next time.
            asked.delete(key);
            throw error;
          }
        },
      },
      deps,
    );
  }

  async function authorize(settings: ConnectorSettings, person: string, context: UnauthorizedContext): Promise<void> {
    if (person !== bot && deps.redirectUrl() === undefined) throw unreachable(settings.name);
    const sdk = await import('@modelcontextprotocol/client');
    const { resourceMetadataUrl, scope } = sdk.extractWWWAuthenticateParams(context.response);
    const result = await sdk.auth(provider(settings, person, { state: deps.newState() }), {
      serverUrl: context.serverUrl,
      fetchFn: context.fetchFn,
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
      ...(scope === undefined ? {} : { scope }),
    });
    if (result !== 'AUTHORIZED') throw new sdk.UnauthorizedError();
  }

  function authFor(settings: ConnectorSettings, person: string): AuthProvider {
    const reading = provider(settings, person, { state: '' });
    const key = `${settings.name}\0${person}`;
    return {
      token: async () => (await reading.tokens())?.access_token,
      onUnauthorized: (context) => {
        const known = running.get(key);
        if (known !== undefined) return known;
        const work = authorize(settings, person, context).finally(() => running.delete(key));
        running.set(key, work);
        return work;
      },
    };
  }

  return {
    for: (settings, person) => {
      if (settings.auth === 'none' || settings.transport.kind !== 'http') return undefined;
      if (settings.auth === 'shared') return { provider: authFor(settings, bot) };
      return person === undefined ? undefined : { provider: authFor(settings, person) };
    },
    finish: async (came, settingsOf) => {
      const state = came.get('state') ?? '';
      const begun = await store.signIn(hashOf(state), now());
      // The first that comes back counts; a second one with the same state is somebody else's.
      if (begun === undefined || !(await store.endSignIn(hashOf(state), now()))) throw stale;
      const { connector, person, sealed } = begun;
      const settings = settingsOf(connector);
      const attempt = attemptShape.safeParse(readJson(seal.open(sealed, signInAbout(connector, person)))).data;
      asked.delete(`${connector}\0${person}`);
      if (settings === undefined || settings.transport.kind !== 'http' || attempt === undefined) throw stale;
      const sdk = await import('@modelcontextprotocol/client');
      const code = came.get('code');
      if (code === null)
        throw new BylawError(
          'connector_failed',
          `You were not signed in to ${connector}. Ask again to get a new link.`,
        );
      const iss = came.get('iss');
      try {
        await sdk.auth(provider(settings, person, readAttempt(attempt)), {
          serverUrl: settings.transport.url,
          authorizationCode: code,
          ...(iss === null ? {} : { iss }),
        });
      } catch (error) {
        log.warn('connector.sign_in_failed', { connector, reason: loggable(error) });
        throw new BylawError(
          'connector_failed',
          `${connector} did not accept the sign-in. Ask again to get a new link.`,
          {
            cause: error,
          },
        );
      }
      log.info('connector.signed_in', { connector });
      return { connector, person };
    },
    has: async (connector, person) => (await store.latest({ connector, person, kind: 'tokens' })) !== undefined,
  };
}

const stale = new BylawError(
  'connector_failed',
  'This link was used before, is too old, or is not yours. Ask again to get a new one.',
);

function unreachable(connector: string): BylawError {
  return new BylawError(
    'connector_failed',
    `connector "${connector}" wants each person to sign in on a page that leads back to Bylaw, and no browser can reach Bylaw: run it in HTTP mode (SLACK_SIGNING_SECRET) and set BYLAW_PUBLIC_URL to its address, or use auth: shared`,
  );
}

function signInAbout(connector: string, person: string): string {
  return JSON.stringify(['sign-in', connector, person]);
}

function readAttempt({ state, verifier, discovery }: z.infer<typeof attemptShape>): SignInAttempt {
  return { state, ...(verifier === undefined ? {} : { verifier }), ...(discovery == null ? {} : { discovery }) };
}

function readJson(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}
