import { z } from 'zod';

const team = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();

const payload = z.object({
  user: z.object({ id: z.string(), team_id: z.string().nullish() }),
  team,
  channel: z.object({ id: z.string() }).nullish(),
  message: z.object({ ts: z.string(), thread_ts: z.string().nullish() }).nullish(),
  container: z
    .object({
      message_ts: z.string().nullish(),
      channel_id: z.string().nullish(),
      thread_ts: z.string().nullish(),
      is_ephemeral: z.boolean().nullish(),
    })
    .nullish(),
  view: z.object({ id: z.string() }).nullish(),
  response_url: z.string().nullish(),
  trigger_id: z.string(),
  state: z
    .object({
      values: z.record(
        z.string(),
        z.record(z.string(), z.object({ selected_options: z.array(z.unknown()).nullish() })),
      ),
    })
    .nullish()
    .catch(undefined),
  actions: z.array(z.object({ action_id: z.string(), type: z.string().nullish(), value: z.string().nullish() })).min(1),
});

/** A button that someone pressed. */
export interface Press {
  readonly person: string;
  /** The workspace of the person, as far as the payload names it. */
  readonly team?: string;
  /** Absent in App Home and modals, and so are the next three. */
  readonly channel?: string;
  readonly ts?: string;
  /** The thread that the message stands in or opens. */
  readonly thread?: string;
  /** Whether the message is one that this person alone sees. */
  readonly isPrivate: boolean;
  readonly view?: string;
  readonly responseUrl?: string;
  /** Unique for each press; opens a modal for three seconds. */
  readonly trigger: string;
  readonly action: string;
  readonly value: string;
  /** The `action_id`s of boxes that are ticked in the same message. */
  readonly ticked: readonly string[];
}

/** Undefined for a shape that isn't known. */
export function readPress(body: unknown): Press | undefined {
  const parsed = payload.safeParse(body).data;
  const action = parsed?.actions[0];
  if (!parsed || !action) return undefined;
  const { user, channel, message, container, view, response_url: url } = parsed;
  const of = { team: user.team_id ?? parsed.team, channel: channel?.id ?? container?.channel_id };
  const ts = message?.ts ?? container?.message_ts;
  const thread = message?.thread_ts ?? container?.thread_ts ?? ts;
  return {
    person: user.id,
    ...(of.team ? { team: of.team } : {}),
    ...(of.channel ? { channel: of.channel } : {}),
    ...(ts ? { ts } : {}),
    ...(thread ? { thread } : {}),
    isPrivate: container?.is_ephemeral ?? false,
    ...(view ? { view: view.id } : {}),
    ...(url ? { responseUrl: url } : {}),
    trigger: parsed.trigger_id,
    action: action.action_id,
    value: action.value ?? '',
    ticked: Object.values(parsed.state?.values ?? {}).flatMap(ticked),
  };
}

function ticked(
  block: Readonly<Record<string, { readonly selected_options?: readonly unknown[] | null | undefined }>>,
) {
  return Object.entries(block).flatMap(([name, { selected_options: options }]) => (options?.length ? [name] : []));
}
