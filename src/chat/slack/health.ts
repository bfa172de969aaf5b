import type { Log } from '../../log.ts';
import { isAccountFailure, slackCode } from './api.ts';

/** Whether Slack still takes the app's tokens. */
export interface SlackHealth {
  /** Logs the first failure of the account in a row, with what to do; others than the account's are none. */
  failed(error: unknown): void;
  /** Slack said so itself. */
  lost(event: string): void;
  succeeded(): void;
  isBroken(): boolean;
}

const fixes: Readonly<Record<string, string>> = {
  token_expired: 'use a bot token that does not expire: install the app again with token rotation off',
  token_revoked: 'install the app again and set SLACK_BOT_TOKEN to the new token',
  tokens_revoked: 'install the app again and set SLACK_BOT_TOKEN to the new token',
  app_uninstalled: 'install the app again and set the new tokens',
  account_inactive: 'the app was removed or its workspace closed: install it again and set the new tokens',
};
const anyFix = 'check SLACK_BOT_TOKEN and SLACK_APP_TOKEN; bylaw doctor says which';

export function createSlackHealth(log: Log): SlackHealth {
  let broken = false;
  const lost = (failure: string) => {
    if (broken) return;
    broken = true;
    log.error('slack.account_refused', { failure, fix: fixes[failure] ?? anyFix });
  };
  return {
    failed(error) {
      if (isAccountFailure(error)) lost(slackCode(error) ?? '');
    },
    lost,
    succeeded() {
      if (broken) log.info('slack.account_accepted');
      broken = false;
    },
    isBroken: () => broken,
  };
}
