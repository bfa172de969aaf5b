import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import type { ConnectorPlan } from './connectors/connector.ts';
import { createTokenRevoker, type TokenRevoker } from './connectors/oauth/revoke-tokens.ts';
import { createSeal, type Seal } from './connectors/oauth/seal.ts';
import { signInPath } from './connectors/oauth/sign-in-page.ts';
import { createSignIns, type SignInLink, type SignIns } from './connectors/oauth/sign-ins.ts';
import { BylawError, messageOf } from './errors.ts';
import type { Log } from './log.ts';
import type { Records } from './records/records.ts';

/** What has to do with signing in to connectors, chosen by the configuration and wired. */
export interface SignInParts {
  /** Without those that can't be signed in to. */
  readonly plan: ConnectorPlan;
  /** Absent without BYLAW_SECRET_KEY. */
  readonly signIns?: SignIns | undefined;
  /** Whom sign-in links are handed to; until then nobody gets any. */
  onSignInLink(show: (link: SignInLink) => Promise<void>): void;
  /** Signs out of connectors that are not configured any more; one that is refused or off still is. */
  signOutOfOthers(configured: ConnectorPlan): Promise<void>;
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
  const publicUrl = config.environment.BYLAW_PUBLIC_URL;
  const { plan, seal } = sealed(config.connectors, config.environment.BYLAW_SECRET_KEY);
  const signIns =
    seal &&
    createSignIns({
      ...{ store: records.credentials, seal, now, newState: () => randomBytes(32).toString('base64url'), log },
      redirectUrl: publicUrl === undefined ? undefined : new URL(signInPath, publicUrl).href,
      askToSignIn: (link) => showLink(link),
    });
  return {
    plan,
    signIns,
    onSignInLink: (show) => {
      showLink = show;
    },
    signOutOfOthers: ({ connectors, refused }) =>
      revokerFor({ config, records, log }).keepOnly([...connectors, ...refused].map(({ name }) => name)),
  };
}

/** Ends sign-ins, also where nothing else of connectors is needed. */
export function revokerFor({ config, records, log }: Omit<SignInPartsDeps, 'now'>): TokenRevoker {
  const { seal } = sealed(config.connectors, config.environment.BYLAW_SECRET_KEY);
  const oauthOf = (name: string) => config.connectors.connectors.find((each) => each.name === name)?.oauth;
  return createTokenRevoker({ store: records.credentials, seal, oauthOf, log });
}

/** Without a key nobody can be signed in; that refuses those connectors and no others. */
function sealed(plan: ConnectorPlan, secretKey: string | undefined): { plan: ConnectorPlan; seal?: Seal } {
  const wanting = plan.connectors.filter(({ auth }) => auth !== 'none');
  try {
    return { plan, seal: createSeal(secretKey) };
  } catch (error) {
    const reason = messageOf(error);
    const refused = wanting.map(({ name }) => ({ name, state: 'failed' as const, reason }));
    return {
      plan: {
        connectors: plan.connectors.filter(({ auth }) => auth === 'none'),
        refused: [...plan.refused, ...refused],
      },
    };
  }
}
