import type { Clock } from '../clock.ts';
import type { Json } from '../entities.ts';

/** Calls a minute, by method; `chat.postMessage` counts for each channel. The tier of streams is assumed. */
const perMinute: Readonly<Record<string, number>> = {
  'chat.postMessage': 60,
  'chat.postEphemeral': 100,
  'chat.update': 50,
  'chat.delete': 50,
  'chat.startStream': 20,
  'chat.appendStream': 20,
  'chat.stopStream': 20,
  'agents.sessions.setStatus': 50,
  'agents.sessions.rename': 50,
  'conversations.info': 50,
  'conversations.replies': 50,
  'conversations.history': 50,
  'conversations.members': 100,
  'conversations.open': 50,
  'users.info': 100,
  'users.profile.get': 100,
  'usergroups.list': 20,
  'usergroups.users.list': 20,
  'views.open': 100,
  'views.push': 100,
  'views.update': 100,
  'views.publish': 100,
  'reactions.add': 50,
  'reactions.remove': 20,
  'files.info': 100,
};

/** Counts calls against Slack's rate tiers; answers the seconds to wait, or undefined while there is room. */
export function createRates(clock: Clock): (method: string, args: Json) => number | undefined {
  const calls = new Map<string, number[]>();
  return (method, args) => {
    const limit = perMinute[method];
    if (limit === undefined) return undefined;
    const key = method === 'chat.postMessage' ? `${method} ${String(args.channel)}` : method;
    const recent = (calls.get(key) ?? []).filter((at) => at > clock.now() - 60_000);
    const oldest = recent[0];
    if (recent.length >= limit && oldest !== undefined) return Math.ceil((oldest + 60_000 - clock.now()) / 1000);
    calls.set(key, [...recent, clock.now()]);
    return undefined;
  };
}
