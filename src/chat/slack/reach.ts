import { BylawError } from '../../errors.ts';

/** Which transport to use, with its secret. */
export type SlackReach =
  | { readonly kind: 'socket'; readonly appToken: string }
  /** `port` 0 means any free one; `host` absent means every address of the machine. */
  | { readonly kind: 'http'; readonly signingSecret: string; readonly port: number; readonly host?: string };

export interface SlackAccount {
  readonly botToken: string;
  readonly reach: SlackReach;
}

const defaultPort = 3000;

/**
 * What the environment says about Slack: nothing, Socket Mode (bot and app token) or HTTP (bot token and signing
 * secret). Throws `config_invalid` for half of a set and for both.
 */
export function readSlackAccount(environment: {
  readonly SLACK_BOT_TOKEN?: string | undefined;
  readonly SLACK_APP_TOKEN?: string | undefined;
  readonly SLACK_SIGNING_SECRET?: string | undefined;
  readonly PORT?: number | undefined;
}): SlackAccount | undefined {
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = environment;
  if (botToken === undefined && appToken === undefined && signingSecret === undefined) return undefined;
  if (appToken !== undefined && signingSecret !== undefined) {
    throw invalid(
      'SLACK_APP_TOKEN and SLACK_SIGNING_SECRET are both set: keep the app token for Socket Mode, or the signing secret for HTTP',
    );
  }
  if (botToken === undefined) throw invalid(`SLACK_BOT_TOKEN is not set: ${each}`);
  if (appToken !== undefined) return { botToken, reach: { kind: 'socket', appToken } };
  if (signingSecret === undefined) {
    throw invalid(`SLACK_APP_TOKEN is not set, nor is SLACK_SIGNING_SECRET: ${each}`);
  }
  return { botToken, reach: { kind: 'http', signingSecret, port: environment.PORT ?? defaultPort } };
}

const each =
  'Slack needs the bot token and, for Socket Mode, the app token, or for HTTP the signing secret; the local workspace needs none';

function invalid(message: string): BylawError {
  return new BylawError('config_invalid', message);
}
