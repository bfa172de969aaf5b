import type { RemoteContent, RemoteResourceContent } from './mcp-connection.ts';

/** What a tool call returned, read leniently: a block of an unknown kind is named, never a reason to lose the rest. */
export interface ReadResult {
  readonly isError: boolean;
  readonly content: readonly RemoteContent[];
  readonly data?: unknown;
}

export function readResult(raw: unknown): ReadResult {
  const { isError, content, structuredContent } = fields(raw);
  const blocks = Array.isArray(content) ? content.map(readBlock) : [];
  return {
    isError: isError === true,
    // An error is told even where a server put all of it into the structured part.
    content:
      isError === true && blocks.length === 0 && structuredContent !== undefined
        ? [{ type: 'text', text: JSON.stringify(structuredContent) }]
        : blocks,
    ...(structuredContent === undefined ? {} : { data: structuredContent }),
  };
}

export function readBlock(raw: unknown): RemoteContent {
  const block = fields(raw);
  const { type, text, data, mimeType, uri, name } = block;
  if (type === 'text' && typeof text === 'string') return { type, text };
  if ((type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string') {
    return { type, mimeType, base64: data };
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    return { type: 'link', uri, name: typeof name === 'string' ? name : uri };
  }
  if (type === 'resource') {
    const resource = readResourceContent(block.resource);
    if (resource !== undefined) return { type, resource };
  }
  return { type: 'unknown', kind: typeof type === 'string' ? type.slice(0, 60) : 'nameless' };
}

export function readResourceContent(raw: unknown): RemoteResourceContent | undefined {
  const { uri, mimeType, text, blob } = fields(raw);
  if (typeof uri !== 'string') return undefined;
  return {
    uri,
    ...(typeof mimeType === 'string' ? { mimeType } : {}),
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof blob === 'string' ? { base64: blob } : {}),
  };
}

export function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
