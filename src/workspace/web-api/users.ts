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

  'usergroups.list': (context, args) => {
    requireScope(context, 'usergroups:read');
    const withUsers = isTrue(args.include_users);
    const listed = context.state.userGroups.filter((group) => group.disabled !== true || isTrue(args.include_disabled));
    return {
      usergroups: listed.map((group) => ({
        id: group.id,
        team_id: context.state.team.id,
        is_usergroup: true,
        name: group.handle,
        handle: group.handle,
        // Zero for one that is in use.
        date_delete: group.disabled === true ? 1 : 0,
        user_count: group.users.length,
        ...(withUsers && { users: group.users }),
      })),
    };
  },

  'usergroups.users.list': (context, args) => {
    requireScope(context, 'usergroups:read');
    const group = context.state.userGroups.find(({ id }) => id === args.usergroup);
    if (!group || (group.disabled === true && !isTrue(args.include_disabled))) throw new MethodError('no_such_subteam');
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
