/** When the bot answers in a channel; the settings name channels by id, and `mention` is for all others. */
export type ChannelPolicy = 'mention' | 'followups' | 'all' | 'off';

/** The `slack` part of the settings. */
export interface SlackRules {
  /** Guests of the workspace get answers. */
  readonly guests: boolean;
  /** Ids of other workspaces whose people get answers. */
  readonly teams: readonly string[];
  /** Ids of bots whose messages count as questions. */
  readonly bots: readonly string[];
  /** How many messages of such a bot are answered in one thread. */
  readonly botTurns: number;
  readonly channels: Readonly<Record<string, ChannelPolicy>>;
  readonly perPersonHourly: number;
}

/** What the settings say about a channel; undefined if nothing. */
export function channelPolicy({ channels }: Pick<SlackRules, 'channels'>, channel: string): ChannelPolicy | undefined {
  return Object.hasOwn(channels, channel) ? channels[channel] : undefined;
}
