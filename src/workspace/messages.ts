import { blockTexts, checkBlocks } from './blocks.ts';
import type { Channel, Json, Message, WorkspaceState } from './state.ts';

/** An error code that a Web API method answers with. */
export class MethodError extends Error {
  readonly code: string;
  readonly details: Json;

  constructor(code: string, details: Json = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

export interface Content {
  readonly text: string;
  readonly markdown?: string;
  readonly blocks?: readonly Json[];
  readonly metadata?: Json;
}

/** The checked content of a posting call. Throws MethodError with Slack's code for what it refuses. */
export function readContent(args: Json, maxText = 40_000): Content {
  const { text, markdown_text: markdown, blocks, metadata } = args;
  if (markdown !== undefined && (text !== undefined || blocks !== undefined)) {
    throw new MethodError('markdown_text_conflict');
  }
  if (typeof markdown === 'string' && markdown.length > 12_000) throw new MethodError('msg_too_long');
  if (typeof text === 'string' && text.length > maxText) throw new MethodError('msg_too_long');
  const list = blocks === undefined ? undefined : asBlocks(blocks);
  if (!text && !markdown && (list === undefined || list.length === 0)) throw new MethodError('no_text');
  return {
    text: typeof text === 'string' ? text : '',
    ...(typeof markdown === 'string' && { markdown }),
    ...(list !== undefined && { blocks: list }),
    ...(metadata !== undefined && { metadata: asMetadata(metadata) }),
  };
}

function asBlocks(value: unknown): readonly Json[] {
  const problem = checkBlocks(value);
  if (problem !== undefined || !Array.isArray(value)) throw new MethodError(problem ?? 'invalid_blocks');
  return value;
}

function asMetadata(value: unknown): Json {
  if (typeof value !== 'object' || value === null || !('event_type' in value) || !('event_payload' in value)) {
    throw new MethodError('invalid_metadata_format');
  }
  return { ...value };
}

/** The channel that the app may post to. A user's id stands for the direct channel with that user. */
export function writableChannel(state: WorkspaceState, id: unknown): Channel {
  if (typeof id === 'string' && state.users.has(id)) return state.directChannel(id);
  const channel = visibleChannel(state, id);
  if (!channel.members.includes(state.app.user)) throw new MethodError('not_in_channel');
  return channel;
}

/** The channel if the app can see it: any public one, others as a member. */
export function visibleChannel(state: WorkspaceState, id: unknown): Channel {
  const channel = typeof id === 'string' ? state.channels.get(id) : undefined;
  if (!channel) throw new MethodError('channel_not_found');
  if (channel.kind !== 'public' && !channel.members.includes(state.app.user))
    throw new MethodError('channel_not_found');
  return channel;
}

/** The raw texts by which a message is shown: its blocks if it has any, otherwise Markdown or text. */
export function shownTexts(message: Pick<Message, 'text' | 'markdown' | 'blocks'>): string[] {
  if (message.blocks && message.blocks.length > 0) return message.blocks.flatMap(blockTexts);
  return [message.markdown ?? message.text];
}

/** What a reader sees of raw texts: entities decoded in one pass, control sequences as they are. */
export function renderTexts(texts: readonly string[]): string {
  const decoded: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
  return texts.join('\n\n').replace(/&(?:amp|lt|gt);/g, (entity) => decoded[entity] ?? entity);
}

/** Control sequences that notify people, as found in every text that a message carries. */
export function pingsIn(message: Pick<Message, 'text' | 'markdown' | 'blocks'>): string[] {
  const texts = [message.text, message.markdown ?? '', ...(message.blocks ?? []).flatMap(blockTexts)];
  return texts.flatMap((text) => text.match(/<(?:!|@|#)[^<>]*>/g) ?? []);
}
