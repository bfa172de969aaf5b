import { z } from 'zod';
import { failureName } from '../api.ts';
import type { Access } from '../intake/access.ts';
import { pausedFlag } from '../intake/answering.ts';
import { homeBlocks, refusedHomeBlocks } from './home.ts';
import { callWithinMs, type InteractionDeps, momentIn } from './interaction-deps.ts';
import { readKnowledge } from './knowledge.ts';
import { readMemory } from './memory.ts';
import { documentsToSuggest, suggestedPrompts } from './prompts.ts';
import { readableRecord } from './readable-record.ts';

const opened = z.object({ user: z.string(), channel: z.string().optional(), tab: z.string().optional() });

const recentShown = 5;
const answersLookedAt = 300;

/** Fills what a person has opened: the Home tab, or the prompts of the Messages tab. A failure is logged and no more. */
export async function showOpened(event: unknown, deps: InteractionDeps): Promise<void> {
  const parsed = opened.safeParse(event).data;
  if (!parsed) return;
  try {
    if (parsed.tab === 'messages' && parsed.channel !== undefined) await showPrompts(parsed.user, parsed.channel, deps);
    else if (parsed.tab === 'home') await showHome(parsed.user, deps);
  } catch (error) {
    deps.log.warn('slack.home_failed', { failure: failureName(error) });
  }
}

export async function showHome(person: string, deps: InteractionDeps): Promise<void> {
  const { api, now, signal } = deps;
  const decision = await accessOf(person, person, deps);
  const blocks = decision.allowed ? await filledHome(person, deps) : refusedHomeBlocks(decision.notice);
  const publish = { user_id: person, view: { type: 'home' as const, blocks } };
  await api.call((client) => client.views.publish(publish), { deadline: now() + callWithinMs, signal });
}

async function filledHome(person: string, deps: InteractionDeps) {
  const { records, settings } = deps;
  const { audienceKeys } = await deps.viewerFor({ person });
  const [knowledge, recent, remembered, paused] = await Promise.all([
    readKnowledge(records, audienceKeys),
    records.answers.list({ person, limit: recentShown }),
    settings.remembers ? readMemory(records.memories, person) : [],
    records.flags.get(pausedFlag),
  ]);
  return homeBlocks({
    ...{ knowledge, remembered, paused: paused !== undefined },
    recent: await Promise.all(recent.map((record) => readableRecord(record, person, deps))),
    retentionDays: settings.retentionDays,
    when: momentIn(settings.timezone),
  });
}

/** Suggests what the person may ask, from documents that they may read and that are in force. */
async function showPrompts(person: string, channel: string, deps: InteractionDeps): Promise<void> {
  const { records, api, now, signal } = deps;
  if (!(await accessOf(person, channel, deps)).allowed) return;
  const { audienceKeys, on } = await deps.viewerFor({ person });
  const [documents, answers] = await Promise.all([
    records.documents.searchable(),
    records.answers.list({ status: 'answered', limit: answersLookedAt }),
  ]);
  const ids = documents.map(({ id }) => id);
  const readable = await records.documents.readable(ids, audienceKeys);
  const usable = await records.documents.usable([...readable], on);
  const suggested = await Promise.all(
    documentsToSuggest(
      documents.filter(({ id }) => usable.has(id)),
      answers,
    ).map(async ({ id, metadata }) => ({
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

/** Who gets no answers is shown nothing of what there is to ask either. */
function accessOf(user: string, channel: string, { access, self, now, signal }: InteractionDeps): Promise<Access> {
  const key = `${self.team}:opened:${user}`;
  return access.check({ kind: 'direct', key, user, channel, ts: '', files: [], text: '', at: now() }, signal);
}
