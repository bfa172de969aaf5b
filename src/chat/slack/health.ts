import type { Log } from '../../log.ts';
import { isAccountFailure, slackCode } from './api.ts';

/** The bot token makes calls, the app token makes connections. */
export type SlackToken = 'bot' | 'app';

/** Whether Slack still takes the app's tokens. */
export interface SlackHealth {
  /** Logs the first failure of the account in a row, with what to do; other failures are none of the account's. */
  failed(error: unknown, token: SlackToken): void;
  /** Slack said so itself. */
  lost(event: string): void;
  succeeded(token: SlackToken): void;
  isBroken(token: SlackToken): boolean;
}

const fixes: Readonly<Record<string, string>> = {
  token_expired: 'use a bot token that does not expire: install the app again with token rotation off',
  token_revoked: 'install the app again and set SLACK_BOT_TOKEN to the new token',
  tokens_revoked: 'install the app again and set SLACK_BOT_TOKEN to the new token',
  app_uninstalled: 'install the app again and set the new tokens',
  account_inactive: 'the app was removed or its workspace closed: install it again and set the new tokens',
};
const anyFix = 'check SLACK_BOT_TOKEN and, over Socket Mode, SLACK_APP_TOKEN; bylaw doctor says which';

export function createSlackHealth(log: Log): SlackHealth {
  const broken = new Set<SlackToken>();
  const lose = (failure: string, token: SlackToken) => {
    if (broken.size === 0) log.error('slack.account_refused', { token, failure, fix: fixes[failure] ?? anyFix });
    broken.add(token);
  };
  return {
    failed(error, token) {
      if (isAccountFailure(error)) lose(slackCode(error) ?? '', token);
    },
    lost: (event) => lose(event, 'bot'),
    succeeded(token) {
      if (broken.delete(token) && broken.size === 0) log.info('slack.account_accepted');
    },
    isBroken: (token) => broken.has(token),
  };
}
