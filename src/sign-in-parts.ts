import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import type { ConnectorPlan, ConnectorSettings } from './connectors/connector.ts';
import { createTokenRevoker, type TokenRevoker } from './connectors/oauth/revoke-tokens.ts';
import { createSeal, type Seal } from './connectors/oauth/seal.ts';
import { signInPath } from './connectors/oauth/sign-in-page.ts';
import { createSignIns, type SignedIn, type SignInLink, type SignIns } from './connectors/oauth/sign-ins.ts';
import { BylawError, messageOf } from './errors.ts';
import type { Log } from './log.ts';
import type { Records } from './records/records.ts';

/** What has to do with signing in to connectors, chosen by the configuration and wired. */
export interface SignInParts {
  /** Absent without BYLAW_SECRET_KEY. */
  readonly signIns?: SignIns | undefined;
  /** Refuses those that nobody can be signed in to. */
  admit(plan: ConnectorPlan): ConnectorPlan;
  /** For whoever talks with people; absent without BYLAW_SECRET_KEY. */
  pagesOf(settingsOf: (connector: string) => ConnectorSettings | undefined): SignInPages | undefined;
  /** Signs out of connectors that are not configured any more; one that is refused or off still is. */
  signOutOfOthers(configured: ConnectorPlan): Promise<void>;
}

/** How people are handed links to sign in, and come back. */
export interface SignInPages {
  /** Links are handed to `show` from now on, and lead back to `address` instead of the bot's own. */
  onLink(show: (link: SignInLink) => Promise<void>, address?: string): void;
  /** Takes what a sign-in page sent back. Throws a sentence for the person. */
  finish(came: URLSearchParams): Promise<SignedIn>;
  has(connector: string, person: string): Promise<boolean>;
}

export interface SignInPartsDeps {
  readonly config: Pick<Config, 'connectors' | 'environment'>;
  readonly records: Pick<Records, 'credentials'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

export function createSignInParts({ config, records, now, log }: SignInPartsDeps): SignInParts {
  let showLink: (link: SignInLink) => Promise<void> = async () => {
    throw new BylawError('connector_failed', 'there is no chat in which a person could be given a link to sign in');
  };
  const {
    BYLAW_PUBLIC_URL: publicUrl,
    BYLAW_SECRET_KEY: secretKey,
    SLACK_SIGNING_SECRET: httpMode,
  } = config.environment;
  // Over Socket Mode nothing listens there.
  let address = httpMode === undefined ? undefined : publicUrl;
  const seal = readSeal(secretKey);
  const signIns =
    'key' in seal
      ? createSignIns({
          ...{ store: records.credentials, seal: seal.key, now, log },
          newState: () => randomBytes(32).toString('base64url'),
          redirectUrl: () => (address === undefined ? undefined : new URL(signInPath, address).href),
          askToSignIn: (link) => showLink(link),
        })
      : undefined;
  return {
    signIns,
    admit: (plan) => ('key' in seal ? plan : refuseSignIns(plan, seal.missing)),
    pagesOf: (settingsOf) =>
      signIns && {
        onLink: (show, leadsTo) => {
          showLink = show;
          address = leadsTo ?? address;
        },
        finish: (came) => signIns.finish(came, settingsOf),
        has: signIns.has,
      },
    signOutOfOthers: ({ connectors, refused }) =>
      revokerFor({ config, records, log }).keepOnly([...connectors, ...refused].map(({ name }) => name)),
  };
}

/** Ends sign-ins, also where nothing else of connectors is needed. */
export function revokerFor({ config, records, log }: Omit<SignInPartsDeps, 'now'>): TokenRevoker {
  const seal = readSeal(config.environment.BYLAW_SECRET_KEY);
  const oauthOf = (name: string) => config.connectors.connectors.find((each) => each.name === name)?.oauth;
  const key = 'key' in seal ? seal.key : undefined;
  return createTokenRevoker({ store: records.credentials, seal: key, oauthOf, log });
}

function readSeal(secretKey: string | undefined): { readonly key: Seal } | { readonly missing: string } {
  try {
    return { key: createSeal(secretKey) };
  } catch (error) {
    return { missing: messageOf(error) };
  }
}

/** Without a key nobody can be signed in; that refuses those connectors and no others. */
function refuseSignIns({ connectors, refused }: ConnectorPlan, reason: string): ConnectorPlan {
  const wanting = connectors.filter(({ auth }) => auth !== 'none');
  return {
    connectors: connectors.filter(({ auth }) => auth === 'none'),
    refused: [...refused, ...wanting.map(({ name }) => ({ name, state: 'failed' as const, reason }))],
  };
}
