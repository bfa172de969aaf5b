import { z } from 'zod';
import { fitsView } from '../blocks/check-blocks.ts';
import { plainText } from '../blocks/composition.ts';
import { withIds } from '../blocks/interactive.ts';
import type { Json, View } from '../entities.ts';
import type { WorkspaceState } from '../state.ts';
import { initialValues } from '../view-values.ts';
import { type Method, type MethodContext, MethodError } from './method.ts';

const maxStacked = 3;

const shared = {
  blocks: z.array(z.looseObject({ type: z.string() })).refine(fitsView),
  private_metadata: z.string().max(3_000).optional(),
  callback_id: z.string().max(255).optional(),
  external_id: z.string().max(255).optional(),
};
const definition = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('home'), ...shared }),
  z
    .strictObject({
      type: z.literal('modal'),
      ...shared,
      title: plainText(24),
      close: plainText(24).optional(),
      submit: plainText(24).optional(),
      clear_on_close: z.boolean().optional(),
      notify_on_close: z.boolean().optional(),
    })
    // Whoever fills in a field must be able to send it.
    .refine(({ blocks, submit }) => submit !== undefined || !blocks.some(({ type }) => type === 'input')),
]);

const open: Method = (context, args) => {
  const view = readView(context.state, args.view, 'modal', useTrigger(context, args.trigger_id));
  pushModal(context.state, view);
  return { view: describeView(context.state, view) };
};

export const viewMethods: Readonly<Record<string, Method>> = {
  'views.open': open,
  'views.push': open,

  'views.update': (context, args) => {
    const { state } = context;
    const found = [...[...state.modals.values()].flat(), ...state.homes.values()].find(
      ({ id, content }) =>
        id === args.view_id || (args.external_id !== undefined && content.external_id === args.external_id),
    );
    if (!found) throw new MethodError('not_found');
    checkHash(found, args.hash);
    const view = readView(state, args.view, found.type, found.user, found);
    replaceView(state, view);
    return { view: describeView(state, view) };
  },

  'views.publish': (context, args) => {
    const { state, installed } = context;
    if (!installed.homeTab) throw new MethodError('not_enabled');
    const user = String(args.user_id);
    if (!state.users.has(user)) throw new MethodError('user_not_found');
    const old = state.homes.get(user);
    checkHash(old, args.hash);
    const view = readView(state, args.view, 'home', user, old);
    state.homes.set(user, view);
    return { view: describeView(state, view) };
  },
};

/** A checked view. What people wrote into a view that it replaces stays where the field stays. */
export function readView(state: WorkspaceState, value: unknown, type: View['type'], user: string, old?: View): View {
  const parsed = definition.safeParse(value);
  if (!parsed.success || parsed.data.type !== type) {
    const messages = parsed.error?.issues.map(({ path, message }) => `[ERROR] ${message} [${path.join('/')}]`) ?? [];
    throw new MethodError('invalid_arguments', { response_metadata: { messages } });
  }
  const content = { ...parsed.data, blocks: withIds(parsed.data.blocks, state.nextId) };
  const values = initialValues(content.blocks, old?.values);
  return { id: old?.id ?? state.nextId('V'), user, type, hash: state.nextId('h'), content, values };
}

export function pushModal(state: WorkspaceState, view: View): void {
  const stack = state.modals.get(view.user) ?? [];
  if (stack.length >= maxStacked) throw new MethodError('push_limit_reached');
  state.modals.set(view.user, [...stack, view]);
}

export function replaceView(state: WorkspaceState, view: View): void {
  if (view.type === 'home') state.homes.set(view.user, view);
  else {
    const stack = state.modals.get(view.user) ?? [];
    state.modals.set(
      view.user,
      stack.map((each) => (each.id === view.id ? view : each)),
    );
  }
}

/** A view as payloads and answers carry it. */
export function describeView(state: WorkspaceState, view: View): Json {
  return {
    private_metadata: '',
    callback_id: '',
    external_id: '',
    ...view.content,
    id: view.id,
    team_id: state.team.id,
    app_id: state.app.id,
    app_installed_team_id: state.team.id,
    bot_id: state.app.bot,
    hash: view.hash,
    root_view_id: state.modals.get(view.user)?.[0]?.id ?? view.id,
    previous_view_id: null,
    state: { values: view.values },
  };
}

function checkHash(view: View | undefined, hash: unknown): void {
  if (hash !== undefined && hash !== '' && hash !== view?.hash) throw new MethodError('hash_conflict');
}

/** The user whose interaction made the trigger. It opens one modal, within three seconds. */
function useTrigger({ state, clock }: MethodContext, id: unknown): string {
  const trigger = typeof id === 'string' ? state.triggers.get(id) : undefined;
  if (typeof id !== 'string' || !trigger) throw new MethodError('invalid_trigger_id');
  if (trigger.used) throw new MethodError('exchanged_trigger_id');
  if (clock.now() >= trigger.expiresAt) throw new MethodError('expired_trigger_id');
  state.triggers.set(id, { ...trigger, used: true });
  return trigger.user;
}
