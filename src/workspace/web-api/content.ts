import { checkBlocks } from '../blocks/check-blocks.ts';
import { withIds } from '../blocks/interactive.ts';
import type { Json, Message } from '../entities.ts';
import type { WorkspaceState } from '../state.ts';
import { MethodError } from './method.ts';

export interface Content {
  readonly text: string;
  readonly markdown?: string;
  readonly blocks?: readonly Json[];
  readonly metadata?: Json;
}

/** The checked content of a posting call. Throws MethodError with Slack's code for what it refuses. */
export function readContent(state: WorkspaceState, args: Json, maxText = 40_000): Content {
  const { text, markdown_text: markdown, blocks, metadata } = args;
  if (markdown !== undefined && (text !== undefined || blocks !== undefined)) {
    throw new MethodError('markdown_text_conflict');
  }
  if (typeof markdown === 'string' && markdown.length > 12_000) throw new MethodError('msg_too_long');
  if (typeof text === 'string' && text.length > maxText) throw new MethodError('msg_too_long');
  const list = blocks === undefined ? undefined : readBlocks(state, blocks);
  if (!text && !markdown && (list === undefined || list.length === 0)) throw new MethodError('no_text');
  return {
    text: typeof text === 'string' ? text : '',
    ...(typeof markdown === 'string' && { markdown }),
    ...(list !== undefined && { blocks: list }),
    ...(metadata !== undefined && { metadata: readMetadata(metadata) }),
  };
}

/** Checked blocks with the ids that Slack adds. */
export function readBlocks(state: WorkspaceState, value: unknown): readonly Json[] {
  const problem = checkBlocks(value);
  if (problem !== undefined || !Array.isArray(value)) throw new MethodError(problem ?? 'invalid_blocks');
  return withIds(value, state.nextId);
}

export function readMetadata(value: unknown): Json {
  if (typeof value !== 'object' || value === null || !('event_type' in value) || !('event_payload' in value)) {
    throw new MethodError('invalid_metadata_format');
  }
  return { ...value };
}

/** A message as the API shows it; a streamed one with its tasks as blocks. */
export function asStored(message: Message, withMetadata: boolean, base = ''): Json {
  const blocks = [...taskBlocks(message), ...(message.blocks ?? [])];
  return {
    type: 'message',
    user: message.user,
    ts: message.ts,
    text: message.text || (message.markdown ?? ''),
    ...(message.subtype !== undefined && { subtype: message.subtype }),
    ...(message.botId !== undefined && { bot_id: message.botId }),
    ...(message.thread !== undefined && { thread_ts: message.thread }),
    ...((message.blocks !== undefined || blocks.length > 0) && { blocks }),
    ...(message.files !== undefined && { files: message.files.map((file) => describeFile(file, base)) }),
    ...(message.edited !== undefined && { edited: message.edited }),
    ...(message.stream && { streaming_state: message.stream.open ? 'in_progress' : 'completed' }),
    ...(message.reactions &&
      message.reactions.size > 0 && {
        reactions: [...message.reactions].map(([name, users]) => ({ name, users, count: users.length })),
      }),
    ...(withMetadata && message.metadata !== undefined && { metadata: message.metadata }),
  };
}

export function describeFile(file: NonNullable<Message['files']>[number], base: string): Json {
  const address = `${base}/files/${file.id}/${encodeURIComponent(file.name)}`;
  return {
    id: file.id,
    name: file.name,
    title: file.name,
    mimetype: file.mimetype,
    filetype: /\.([^.]+)$/.exec(file.name)?.[1] ?? 'binary',
    size: file.content.byteLength,
    user: file.user,
    mode: 'hosted',
    is_external: false,
    url_private: address,
    url_private_download: address,
  };
}

function taskBlocks({ stream }: Message): Json[] {
  if (!stream) return [];
  const cards = [...stream.tasks.values()].map(({ id, title, status, details, output, sources }) => ({
    type: 'task_card',
    task_id: id,
    title,
    status,
    ...(details !== undefined && { details: richText(details) }),
    ...(output !== undefined && { output: richText(output) }),
    ...(sources.length > 0 && { sources: sources.map((each) => ({ type: 'url', ...each })) }),
  }));
  return stream.planTitle === undefined ? cards : [{ type: 'plan', title: stream.planTitle, tasks: cards }];
}

function richText(text: string): Json {
  const section = { type: 'rich_text_section', elements: [{ type: 'text', text }] };
  return { type: 'rich_text', elements: [section] };
}
