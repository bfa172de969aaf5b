import { z } from 'zod';
import { maxMessageText, tablesIn, textLength } from '../blocks/check-blocks.ts';
import type { Channel, Json, Message, Stream } from '../entities.ts';
import type { WorkspaceState } from '../state.ts';
import { clearStatus, placeOf, setSession } from '../statuses.ts';
import { missingStopWarning } from './agents.ts';
import { ownMessage } from './chat.ts';
import { asStored, readBlocks, readMetadata } from './content.ts';
import {
  existingThread,
  type Method,
  type MethodContext,
  MethodError,
  requireScope,
  writableChannel,
} from './method.ts';

const closesAfterMs = 300_000;
const maxChunkBlocks = 50;

const chunks = z.array(
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('markdown_text'), text: z.string().min(1) }),
    z.strictObject({
      type: z.literal('task_update'),
      id: z.string().min(1),
      title: z.string().min(1),
      status: z.enum(['pending', 'in_progress', 'complete', 'error']),
      details: z.string().optional(),
      output: z.string().optional(),
      sources: z
        .array(z.strictObject({ type: z.literal('url'), url: z.string().min(1), text: z.string().min(1) }))
        .optional(),
    }),
    z.strictObject({ type: z.literal('plan_update'), title: z.string().min(1) }),
    z.strictObject({ type: z.literal('blocks'), blocks: z.array(z.unknown()).min(1).max(50) }),
  ]),
);
type Chunk = z.infer<typeof chunks>[number];

export const streamMethods: Readonly<Record<string, Method>> = {
  'chat.startStream': (context, args) => {
    requireScope(context, 'chat:write');
    const { state, clock } = context;
    const channel = writableChannel(state, args.channel);
    const thread = existingThread(state, channel, args.thread_ts);
    if (thread === undefined) throw new MethodError('invalid_thread_ts');
    checkRecipient(state, channel, args);
    const display = String(args.task_display_mode ?? 'timeline');
    if (!['timeline', 'plan'].includes(display)) throw new MethodError('invalid_arguments');
    const added = readChunks(args);
    if (added.length === 0) throw new MethodError('no_text');
    const stream: Stream = { open: true, display, tasks: new Map(), chunkBlocks: 0, cancel: () => {} };
    const message: Message = {
      ...{ ts: state.nextTs(), channel: channel.id, thread, user: state.app.user, botId: state.app.bot },
      ...{ text: '', blocks: [], stream },
    };
    apply(state, message, stream, added);
    state.messages.push(message);
    stream.cancel = clock.after(closesAfterMs, () => {
      stream.open = false;
      context.changed();
    });
    clearStatus(state, channel.id, thread);
    if (context.installed.agent) setSession(context, placeOf(channel.id, thread), 'processing');
    context.posted(message, channel, false);
    return { channel: channel.id, ts: message.ts, ...missingStopWarning(context) };
  },

  'chat.appendStream': (context, args) => {
    const { message, stream, channel } = openStream(context, args);
    const added = readChunks(args);
    if (added.length === 0) throw new MethodError('no_text');
    apply(context.state, message, stream, added);
    return { channel: channel.id, ts: message.ts };
  },

  'chat.stopStream': (context, args) => {
    const { message, stream, channel } = openStream(context, args);
    const previous = { ...message };
    const added = readChunks(args);
    const blocks = args.blocks === undefined ? [] : readBlocks(context.state, args.blocks);
    const metadata = args.metadata === undefined ? undefined : readMetadata(args.metadata);
    const status = z.enum(['active', 'processing', 'suspended', 'closed']).safeParse(args.session_status ?? 'active');
    if (!status.success) throw new MethodError('invalid_arguments');
    apply(context.state, message, stream, added, blocks);
    if (metadata) message.metadata = metadata;
    stream.open = false;
    stream.cancel();
    if (context.installed.agent) setSession(context, placeOf(channel.id, message.thread), status.data);
    context.updated(message, previous, channel);
    return { channel: channel.id, ts: message.ts, message: asStored(message, true) };
  },
};

function openStream(context: MethodContext, args: Json) {
  requireScope(context, 'chat:write');
  const { message, channel } = ownMessage(context, args.channel, args.ts, 'message_not_owned_by_app');
  if (!message.stream?.open) throw new MethodError('message_not_in_streaming_state');
  return { message, channel, stream: message.stream };
}

/** Outside a direct message a stream names who it is for. */
function checkRecipient(state: WorkspaceState, channel: Channel, args: Json): void {
  const { recipient_team_id: team, recipient_user_id: user } = args;
  if (channel.kind !== 'im') {
    if (!team) throw new MethodError('missing_recipient_team_id');
    if (!user) throw new MethodError('missing_recipient_user_id');
  }
  if (user === undefined && team === undefined) return;
  const recipient = typeof user === 'string' ? state.users.get(user) : undefined;
  if (!recipient) throw new MethodError('user_not_found');
  if (team !== undefined && team !== (recipient.team ?? state.team.id)) throw new MethodError('team_not_found');
  if (!channel.members.includes(recipient.id)) throw new MethodError('user_not_in_channel');
}

function readChunks({ markdown_text: markdown, chunks: given }: Json): readonly Chunk[] {
  if (markdown !== undefined && given !== undefined) throw new MethodError('markdown_text_conflict');
  if (typeof markdown === 'string') {
    if (markdown.length > 12_000) throw new MethodError('msg_too_long');
    return markdown === '' ? [] : [{ type: 'markdown_text', text: markdown }];
  }
  const parsed = chunks.safeParse(given ?? []);
  if (!parsed.success) throw new MethodError('invalid_chunks');
  if (parsed.data.some((each) => each.type === 'markdown_text' && each.text.length > 12_000)) {
    throw new MethodError('msg_too_long');
  }
  return parsed.data;
}

/** Adds all of it to the message, or throws and adds nothing. */
function apply(
  state: WorkspaceState,
  message: Message,
  stream: Stream,
  added: readonly Chunk[],
  last: readonly Json[] = [],
): void {
  let blocks: readonly Json[] = message.blocks ?? [];
  let chunkBlocks = stream.chunkBlocks;
  let planTitle = stream.planTitle;
  const tasks = new Map(stream.tasks);
  for (const chunk of added) {
    if (chunk.type === 'markdown_text') blocks = withMarkdown(state, blocks, chunk.text);
    else if (chunk.type === 'plan_update') planTitle = chunk.title;
    else if (chunk.type === 'blocks') {
      const checked = readBlocks(state, chunk.blocks);
      blocks = [...blocks, ...checked];
      chunkBlocks += checked.length;
    } else {
      const sources = chunk.sources?.map(({ url, text }) => ({ url, text })) ?? tasks.get(chunk.id)?.sources ?? [];
      tasks.set(chunk.id, { ...tasks.get(chunk.id), ...definedOf(chunk), sources });
    }
  }
  blocks = [...blocks, ...last];
  if (chunkBlocks + tasks.size > maxChunkBlocks) throw new MethodError('invalid_blocks');
  if (textLength(blocks) > maxMessageText) {
    throw new MethodError(added.some(({ type }) => type === 'markdown_text') ? 'msg_too_long' : 'msg_blocks_too_long');
  }
  if (tablesIn(blocks).length > 1) throw new MethodError('invalid_attachments');
  message.blocks = blocks;
  stream.chunkBlocks = chunkBlocks;
  if (planTitle !== undefined) stream.planTitle = planTitle;
  for (const [id, task] of tasks) stream.tasks.set(id, task);
}

function definedOf({ id, title, status, details, output }: Extract<Chunk, { type: 'task_update' }>) {
  return { id, title, status, ...(details !== undefined && { details }), ...(output !== undefined && { output }) };
}

/** Streamed text goes on where the last text ended. */
function withMarkdown(state: WorkspaceState, blocks: readonly Json[], text: string): readonly Json[] {
  const last = blocks.at(-1);
  if (last?.type !== 'markdown') return [...blocks, { type: 'markdown', text, block_id: state.nextId('b') }];
  return [...blocks.slice(0, -1), { ...last, text: `${String(last.text)}${text}` }];
}
