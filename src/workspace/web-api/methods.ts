import { agentMethods } from './agents.ts';
import { chatMethods } from './chat.ts';
import { readBlocks } from './content.ts';
import { conversationMethods } from './conversations.ts';
import { fileMethods } from './files.ts';
import type { Method } from './method.ts';
import { reactionMethods } from './reactions.ts';
import { streamMethods } from './streams.ts';
import { userMethods } from './users.ts';
import { readView, viewMethods } from './views.ts';

/** The Web API methods that take the bot token. */
export const methods: Readonly<Record<string, Method>> = {
  'auth.test': ({ state }) => ({
    url: `https://${state.team.domain}.slack.com/`,
    team: state.team.name,
    user: 'bylaw',
    team_id: state.team.id,
    user_id: state.app.user,
    bot_id: state.app.bot,
    is_enterprise_install: false,
  }),

  'blocks.validate': ({ state }, { blocks, message, view }) => {
    if (view === undefined) readBlocks(state, blocks ?? Object(message).blocks);
    else readView(state, view, Object(view).type, state.app.user);
    return {};
  },

  ...chatMethods,
  ...streamMethods,
  ...agentMethods,
  ...conversationMethods,
  ...userMethods,
  ...viewMethods,
  ...reactionMethods,
  ...fileMethods,
};
