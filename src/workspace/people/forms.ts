import { z } from 'zod';
import { interactiveElements } from '../blocks/interactive.ts';
import type { Json, View } from '../entities.ts';
import { chosenValue, isEmpty, withValue } from '../view-values.ts';
import { MethodError } from '../web-api/method.ts';
import { pushModal, readView, replaceView } from '../web-api/views.ts';
import { said } from './acting.ts';
import type { PeopleContext, Said } from './person.ts';

export interface Submitted {
  /** By block; what stands beside the fields. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Why the person sees that nothing could be sent. */
  readonly failed?: string;
}

export interface Forms {
  /** A user fills in a modal's fields and sends it. Fields not named keep what stands in them. */
  submit(
    user: string,
    viewId: string,
    values: Readonly<Record<string, Readonly<Record<string, string>>>>,
  ): Promise<Submitted>;
  /** A user closes a modal without sending it. */
  closeView(user: string, viewId: string): Promise<Said>;
}

const reply = z.union([
  z.strictObject({}),
  z.strictObject({ response_action: z.literal('clear') }),
  z.strictObject({ response_action: z.literal('errors'), errors: z.record(z.string(), z.string()) }),
  z.strictObject({ response_action: z.enum(['update', 'push']), view: z.unknown() }),
]);

export function createForms(context: PeopleContext): Forms {
  const { state, interactions } = context;

  function visibleModal(user: string, viewId: string): View {
    const view = state.modals.get(user)?.at(-1);
    if (view?.id !== viewId) throw new Error(`${user} does not see the modal ${viewId}`);
    return view;
  }

  function close(user: string, viewId: string): void {
    const left = (state.modals.get(user) ?? []).filter(({ id }) => id !== viewId);
    state.modals.set(user, left);
  }

  function takeUp(user: string, view: View, payload: Json): Submitted {
    const parsed = reply.safeParse(payload);
    if (!parsed.success) return { failed: 'invalid_response' };
    const answer = parsed.data;
    if (!('response_action' in answer)) close(user, view.id);
    else if (answer.response_action === 'clear') state.modals.set(user, []);
    else if (answer.response_action === 'errors') return { errors: answer.errors };
    else return show(user, view, answer);
    return {};
  }

  function show(
    user: string,
    view: View,
    answer: { readonly response_action: string; readonly view: unknown },
  ): Submitted {
    try {
      if (answer.response_action === 'push') pushModal(state, readView(state, answer.view, 'modal', user));
      else replaceView(state, readView(state, answer.view, 'modal', user, view));
      return {};
    } catch (error) {
      if (!(error instanceof MethodError)) throw error;
      return { failed: error.code };
    }
  }

  return {
    async submit(user, viewId, values) {
      const filled = fill(visibleModal(user, viewId), values);
      replaceView(state, filled);
      const errors = missing(filled);
      if (Object.keys(errors).length > 0) return { errors };
      const { payload, failed } = await context.send(interactions.submission(user, filled));
      const result = failed === undefined ? takeUp(user, filled, payload) : { failed };
      context.changed();
      return result;
    },

    async closeView(user, viewId) {
      const view = visibleModal(user, viewId);
      if (view.content.clear_on_close === true) state.modals.set(user, []);
      else close(user, viewId);
      context.changed();
      if (view.content.notify_on_close !== true) return said([]);
      const envelope = interactions.closing(user, view);
      const { failed } = await context.send(envelope);
      return said([envelope], failed);
    },
  };
}

function elementsOf({ content }: View) {
  return interactiveElements(Array.isArray(content.blocks) ? content.blocks : []);
}

function fill(view: View, values: Parameters<Forms['submit']>[2]): View {
  let filled = view.values;
  for (const [blockId, fields] of Object.entries(values)) {
    for (const [actionId, value] of Object.entries(fields)) {
      const found = elementsOf(view).find((each) => each.blockId === blockId && each.element.action_id === actionId);
      if (!found) throw new Error(`the modal has no field ${actionId} in ${blockId}`);
      filled = withValue(filled, blockId, actionId, chosenValue(found.element, value));
    }
  }
  return { ...view, values: filled };
}

/** Fields that must not stay empty and did; Slack does not tell the app before they are filled in. */
function missing(view: View): Record<string, string> {
  const empty = elementsOf(view).filter(
    ({ blockId, element, optional }) =>
      optional === false && isEmpty(view.values[blockId]?.[String(element.action_id)]),
  );
  return Object.fromEntries(empty.map(({ blockId }) => [blockId, 'Please complete this required field.']));
}
