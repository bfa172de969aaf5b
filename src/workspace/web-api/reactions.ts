import type { Json } from '../entities.ts';
import { type Method, type MethodContext, MethodError, requireScope, writableChannel } from './method.ts';

export const reactionMethods: Readonly<Record<string, Method>> = {
  'reactions.add': (context, args) => {
    const { people, set } = reaction(context, args);
    if (people.includes(context.state.app.user)) throw new MethodError('already_reacted');
    set([...people, context.state.app.user]);
    return {};
  },

  'reactions.remove': (context, args) => {
    const { people, set } = reaction(context, args);
    if (!people.includes(context.state.app.user)) throw new MethodError('no_reaction');
    set(people.filter((each) => each !== context.state.app.user));
    return {};
  },
};

function reaction(context: MethodContext, { channel: id, timestamp, name }: Json) {
  requireScope(context, 'reactions:write');
  const channel = writableChannel(context.state, id);
  const message = context.state.messages.find((each) => each.channel === channel.id && each.ts === timestamp);
  if (!message) throw new MethodError('message_not_found');
  if (typeof name !== 'string' || !/^[a-z0-9_+'-]+(::skin-tone-[2-6])?$/.test(name)) {
    throw new MethodError('invalid_name');
  }
  const reactions = new Map(message.reactions);
  return {
    people: reactions.get(name) ?? [],
    set(people: readonly string[]) {
      if (people.length > 0) reactions.set(name, people);
      else reactions.delete(name);
      message.reactions = reactions;
    },
  };
}
