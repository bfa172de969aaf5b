/** Why the app asks for a scope, and what stops without it. Without an optional one the bot starts all the same. */
export interface ScopeNeed {
  readonly scope: string;
  readonly why: string;
  readonly without: string;
  readonly isOptional?: boolean;
  /** What in the settings it is for; absent means that it is always of use. */
  readonly onlyFor?: 'profile' | 'email';
}

/** Everything that the manifest asks for; a test holds the two to each other and to the calls in the code. */
export const scopeNeeds: readonly ScopeNeed[] = [
  need('app_mentions:read', 'to be told when someone mentions it', 'questions in channels are never heard'),
  need('assistant:write', 'to show what it is doing', 'people see no status while they wait, and no stop button'),
  need(
    'channels:history',
    'to read the thread of a question',
    'it misses what was said in a thread, may not tell whether its answer arrived, and hears no follow-ups',
  ),
  need(
    'channels:read',
    'to see whether a channel is shared with others, and who reads along in it',
    'every question in a channel is refused',
  ),
  need('chat:write', 'to answer', 'nothing can be answered'),
  need('commands', 'for /policy and the message shortcut', 'both are missing'),
  need(
    'groups:history',
    'to read the thread of a question in a private channel',
    'the same as channels:history, in private channels',
  ),
  need(
    'groups:read',
    'to see whether a private channel is shared, and who reads along in it',
    'every question in a private channel is refused',
  ),
  need('im:history', 'to be told of direct messages', 'direct messages are never heard'),
  need('im:write', 'to write to people directly', 'who can’t be told in the channel is told nothing'),
  need('users:read', 'to see whether someone is a guest', 'every question is refused'),
  optional(
    'users.profile:read',
    'to read the fields of a profile that profile.slack names, such as the country',
    'people are asked what would stand there',
    'profile',
  ),
  optional(
    'users:read.email',
    'to find people by e-mail in the list that profile.file names',
    'those who are listed by e-mail are asked what the list would tell',
    'email',
  ),
  optional('files:read', 'to read files that come with a question', 'they are named as not read'),
  optional('mpim:history', 'to be told of messages in group direct messages', 'only mentions are heard there'),
  optional('mpim:read', 'to see who reads along in a group direct message', 'every question in one is refused'),
  optional(
    'usergroups:read',
    'to see who belongs to a user group, as admins and audiences may name one',
    'documents for a user group answer nobody, and only people named one by one may pause it',
  ),
];

/** What the settings make use of. */
export type SettingsUse = readonly NonNullable<ScopeNeed['onlyFor']>[];

/** Scopes that are of any use with these settings. */
export function neededScopes(uses: SettingsUse): string[] {
  return scopeNeeds.filter(({ onlyFor }) => onlyFor === undefined || uses.includes(onlyFor)).map(({ scope }) => scope);
}

/** Without these no question could be answered. */
export const startScopes: readonly string[] = [
  ...['app_mentions:read', 'channels:read', 'chat:write', 'commands', 'groups:read', 'im:history', 'users:read'],
];

/** Scopes of the calls that the code makes, by method; of several any may be needed, by where the call is about. */
export const methodScopes: Readonly<Record<string, readonly string[]>> = {
  'agents.sessions.setStatus': ['assistant:write'],
  'apps.connections.open': [],
  'assistant.threads.setStatus': ['assistant:write'],
  'assistant.threads.setSuggestedPrompts': ['assistant:write'],
  'auth.test': [],
  'chat.appendStream': ['chat:write'],
  'chat.delete': ['chat:write'],
  // To a person's id it opens a direct message.
  'chat.postMessage': ['chat:write', 'im:write'],
  'chat.postEphemeral': ['chat:write'],
  'chat.startStream': ['chat:write'],
  'chat.stopStream': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.info': ['channels:read', 'groups:read', 'mpim:read'],
  'conversations.members': ['channels:read', 'groups:read', 'mpim:read'],
  'conversations.replies': ['channels:history', 'groups:history', 'im:history', 'mpim:history'],
  'usergroups.list': ['usergroups:read'],
  'usergroups.users.list': ['usergroups:read'],
  // The address stands in it with a scope of its own.
  'users.info': ['users:read', 'users:read.email'],
  'users.profile.get': ['users.profile:read'],
  'views.open': [],
  'views.publish': [],
};

/** Events that the app listens to, as the manifest subscribes to them, each with the scopes it comes with. */
export const eventScopes: Readonly<Record<string, readonly string[]>> = {
  app_mention: ['app_mentions:read'],
  'message.im': ['im:history'],
  'message.channels': ['channels:history'],
  'message.groups': ['groups:history'],
  'message.mpim': ['mpim:history'],
  app_home_opened: [],
  app_context_changed: ['assistant:write'],
  agent_session_stopped: ['assistant:write'],
  agent_session_title_changed: ['assistant:write'],
  member_joined_channel: ['channels:read', 'groups:read'],
  tokens_revoked: [],
  app_uninstalled: [],
};

/** What needs a scope and is neither a call nor an event: a command, a shortcut, a file's address. */
export const otherScopes: readonly string[] = ['commands', 'files:read'];

function need(scope: string, why: string, without: string): ScopeNeed {
  return { scope, why, without };
}

function optional(scope: string, why: string, without: string, onlyFor?: ScopeNeed['onlyFor']): ScopeNeed {
  return { scope, why, without, isOptional: true, ...(onlyFor && { onlyFor }) };
}
