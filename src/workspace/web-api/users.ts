import type { Json, User } from '../entities.ts';
import { isTrue, type Method, type MethodContext, MethodError, requireScope } from './method.ts';

export const userMethods: Readonly<Record<string, Method>> = {
  'users.info': (context, args) => {
    requireScope(context, 'users:read');
    const user = known(context, args);
    return {
      user: {
        id: user.id,
        name: user.name,
        real_name: user.realName ?? user.name,
        team_id: user.team ?? context.state.team.id,
        deleted: user.deactivated === true,
        is_bot: user.bot === true,
        is_restricted: user.restricted === true || user.ultraRestricted === true,
        is_ultra_restricted: user.ultraRestricted === true,
        is_stranger: user.stranger === true,
        ...(user.timeZone !== undefined && { tz: user.timeZone }),
        profile: profileOf(context, user),
      },
    };
  },

  'users.profile.get': (context, args) => {
    requireScope(context, 'users.profile:read');
    const user = known(context, args);
    const withLabels = isTrue(args.include_labels);
    const fields = Object.entries(user.profile ?? {}).map(([label, value]) => [
      `Xf0${label.toUpperCase().replace(/[^A-Z0-9]/g, '')}`,
      { value, alt: '', ...(withLabels && { label }) },
    ]);
    return { profile: { ...profileOf(context, user), fields: Object.fromEntries(fields) } };
  },

  'usergroups.users.list': (context, args) => {
    requireScope(context, 'usergroups:read');
    const group = context.state.userGroups.find(({ id }) => id === args.usergroup);
    if (!group) throw new MethodError('no_such_subteam');
    return { users: group.users };
  },
};

function known({ state }: MethodContext, args: Json): User {
  const user = state.users.get(String(args.user));
  if (!user) throw new MethodError('user_not_found');
  return user;
}

function profileOf({ state, installed }: MethodContext, user: User): Json {
  return {
    real_name: user.realName ?? user.name,
    display_name: user.name,
    team: user.team ?? state.team.id,
    ...(user.email !== undefined && installed.scopes.has('users:read.email') && { email: user.email }),
  };
}
