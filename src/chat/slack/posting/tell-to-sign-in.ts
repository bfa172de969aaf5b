import type { SignInLink } from '../../../connectors/oauth/sign-ins.ts';
import { callWithinMs } from '../interaction/interaction-deps.ts';
import type { ListenerDeps } from '../listener.ts';
import { hostOf } from './elicitation-card.ts';
import { escapeMrkdwn } from './text.ts';

/** Sends a person, and nobody else, the link by which they sign in to a connector. */
export async function tellToSignIn(
  { connector, person, url, expiresAt }: SignInLink,
  { api, now, signal }: Pick<ListenerDeps, 'api' | 'now' | 'signal'>,
): Promise<void> {
  const minutes = Math.max(1, Math.round((expiresAt - now()) / 60_000));
  const host = hostOf(url);
  const text = `To answer you I need to reach ${escapeMrkdwn(connector)} as you. Sign in at *${host}* within ${minutes} minutes, then ask again. This link is for you alone: don't pass it on.`;
  const blocks = [
    { type: 'section' as const, text: { type: 'mrkdwn' as const, text } },
    {
      type: 'actions' as const,
      elements: [
        {
          type: 'button' as const,
          action_id: 'sign_in_page',
          text: { type: 'plain_text' as const, text: `Open ${host}`.slice(0, 75), emoji: false },
          url,
        },
      ],
    },
  ];
  await api.call(
    (client) => client.chat.postMessage({ channel: person, text, blocks, unfurl_links: false, unfurl_media: false }),
    { deadline: now() + callWithinMs, signal },
  );
}
