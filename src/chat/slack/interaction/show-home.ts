import { z } from 'zod';
import { everyone } from '../../../audience.ts';
import { failureName } from '../api.ts';
import { pausedFlag } from '../intake/answering.ts';
import { homeBlocks } from './home.ts';
import { callWithinMs, type InteractionDeps, momentIn } from './interaction-deps.ts';
import { readKnowledge } from './knowledge.ts';
import { readMemory } from './memory.ts';
import { documentsToSuggest, suggestedPrompts } from './prompts.ts';

const opened = z.object({ user: z.string(), channel: z.string().optional(), tab: z.string().optional() });

const recentShown = 5;
const answersLookedAt = 300;

/** Fills what a person has opened: the Home tab, or the prompts of the Messages tab. A failure is logged and no more. */
export async function showOpened(event: unknown, deps: InteractionDeps): Promise<void> {
  const parsed = opened.safeParse(event).data;
  if (!parsed) return;
  try {
    if (parsed.tab === 'messages' && parsed.channel !== undefined) await showPrompts(parsed.channel, deps);
    else if (parsed.tab === 'home') await showHome(parsed.user, deps);
  } catch (error) {
    deps.log.warn('slack.home_failed', { failure: failureName(error) });
  }
}

export async function showHome(person: string, deps: InteractionDeps): Promise<void> {
  const { records, settings, api, now, signal } = deps;
  const [knowledge, recent, remembered, paused] = await Promise.all([
    readKnowledge(records),
    records.answers.list({ person, limit: recentShown }),
    settings.remembers ? readMemory(records.memories, person) : [],
    records.flags.get(pausedFlag),
  ]);
  const blocks = homeBlocks({
    ...{ knowledge, recent, remembered, paused: paused !== undefined },
    retentionDays: settings.retentionDays,
    when: momentIn(settings.timezone),
  });
  const publish = { user_id: person, view: { type: 'home' as const, blocks } };
  await api.call((client) => client.views.publish(publish), { deadline: now() + callWithinMs, signal });
}

async function showPrompts(channel: string, { records, api, now, signal }: InteractionDeps): Promise<void> {
  const [documents, answers] = await Promise.all([
    records.documents.current(),
    records.answers.list({ status: 'answered', limit: answersLookedAt }),
  ]);
  const readable = documents.filter(({ audienceKey }) => audienceKey === everyone);
  const suggested = await Promise.all(
    documentsToSuggest(readable, answers).map(async ({ id, metadata }) => ({
      title: metadata.title,
      passages: await records.documents.passagesOf(id),
    })),
  );
  const [first, ...more] = suggestedPrompts(suggested);
  if (first === undefined) return;
  const shown = { channel_id: channel, title: 'Ask about a policy', prompts: [first, ...more] as [typeof first] };
  await api.call((client) => client.assistant.threads.setSuggestedPrompts(shown), {
    ...{ deadline: now() + callWithinMs, signal },
  });
}
