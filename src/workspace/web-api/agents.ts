import { z } from 'zod';
import { clearStatus, placeOf, setSession, showStatus } from '../statuses.ts';
import {
  existingThread,
  type Method,
  type MethodContext,
  MethodError,
  optionalTs,
  requireScope,
  writableChannel,
} from './method.ts';

const prompts = z.array(z.strictObject({ title: z.string().min(1), message: z.string().min(1) })).min(1);
const sessionStatus = z.enum(['active', 'processing', 'suspended', 'closed']);

export const agentMethods: Readonly<Record<string, Method>> = {
  'assistant.threads.setStatus': (context, args) => {
    const { channel, thread } = threadOf(context, args.channel_id, args.thread_ts);
    const { loading_messages: loading = [] } = args;
    if (!Array.isArray(loading) || loading.length > 10) throw new MethodError('invalid_arguments');
    const status = String(args.status ?? '');
    if (status === '') clearStatus(context.state, channel, thread);
    else showStatus(context, placeOf(channel, thread), status);
    return {};
  },

  'assistant.threads.setTitle': (context, args) => {
    const { channel, thread } = threadOf(context, args.channel_id, args.thread_ts);
    if (typeof args.title !== 'string' || args.title === '') throw new MethodError('invalid_arguments');
    context.state.titles.set(placeOf(channel, thread), args.title);
    return {};
  },

  'assistant.threads.setSuggestedPrompts': (context, args) => {
    requireScope(context, 'assistant:write');
    const channel = writableChannel(context.state, args.channel_id);
    const thread = existingThread(context.state, channel, args.thread_ts);
    const parsed = prompts.safeParse(args.prompts);
    if (!parsed.success) throw new MethodError('invalid_arguments');
    if (parsed.data.length > 4) throw new MethodError('too_many_prompts');
    context.state.prompts.set(placeOf(channel.id, thread), {
      prompts: parsed.data,
      ...(typeof args.title === 'string' && { title: args.title }),
    });
    return {};
  },

  'agents.sessions.setStatus': (context, args) => {
    requireAgent(context);
    const { channel, thread } = threadOf(context, args.channel_id, args.thread_ts);
    const status = sessionStatus.safeParse(args.status);
    if (!status.success) throw new MethodError('invalid_arguments');
    const title = typeof args.title === 'string' ? readTitle(args.title) : undefined;
    setSession(context, placeOf(channel, thread), status.data, {
      ...(title !== undefined && { title }),
      ...(typeof args.initiator_user_id === 'string' && { initiator: args.initiator_user_id }),
    });
    return missingStopWarning(context);
  },

  'agents.sessions.rename': (context, args) => {
    requireAgent(context);
    const { channel, thread } = threadOf(context, args.channel_id, args.thread_ts);
    const session = context.state.sessions.get(placeOf(channel, thread));
    if (!session) throw new MethodError('session_not_found');
    session.title = readTitle(args.title);
    return {};
  },
};

/** What Slack adds to an answer when the app can't be stopped. */
export function missingStopWarning({ installed }: MethodContext): { warning?: string } {
  return installed.events.has('agent_session_stopped')
    ? {}
    : { warning: 'missing_agent_session_stopped_event_subscription' };
}

function threadOf(context: MethodContext, channelId: unknown, ts: unknown) {
  requireScope(context, 'assistant:write');
  const channel = writableChannel(context.state, channelId);
  const thread = optionalTs(ts);
  if (thread === undefined) throw new MethodError('invalid_thread_ts');
  return { channel: channel.id, thread };
}

function requireAgent({ installed }: MethodContext): void {
  if (!installed.agent) throw new MethodError('not_authorized');
}

function readTitle(value: unknown): string {
  if (typeof value !== 'string' || value.length < 1 || value.length > 200) throw new MethodError('invalid_arguments');
  return value;
}
