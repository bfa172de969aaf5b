import type { RemoteContent, RemoteResult } from './mcp-connection.ts';

type DoneResult = Extract<RemoteResult, { kind: 'done' }>;

/** All that a result says, as text; what is no text is named in its place. */
export function resultText({ content, data }: Pick<DoneResult, 'content' | 'data'>): string {
  const text = content
    .map(blockText)
    .filter((each) => each.trim() !== '')
    .join('\n');
  return text === '' && data !== undefined ? JSON.stringify(data) : text;
}

/** The beginning and the end of what is too long, with a line between them that says what is missing. */
export function shortenResult(text: string, maxChars: number, rest: string): string {
  if (text.length <= maxChars) return text;
  const headChars = Math.ceil(maxChars * headShare);
  const head = text.slice(0, headChars).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - (maxChars - headChars)).replace(/^[\udc00-\udfff]/, '');
  const left = text.length - head.length - tail.length;
  return `${head}\n(${left} of ${text.length} characters are left out here. ${rest})\n${tail}`;
}

const headShare = 0.8;

function blockText(block: RemoteContent): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `(${block.type === 'image' ? 'An image' : 'A sound'} of type ${named(block.mimeType)}, ${bytesOf(block.base64)} bytes, was left out.)`;
    case 'link':
      return `(A link to ${named(block.uri)}, named ${named(block.name)}; it was not opened.)`;
    case 'resource': {
      const { uri, text, mimeType = 'unknown', base64 = '' } = block.resource;
      return (
        text ?? `(The content of ${named(uri)}, of type ${named(mimeType)}, ${bytesOf(base64)} bytes, was left out.)`
      );
    }
    default:
      return `(Something of the kind ${named(block.kind)} was left out.)`;
  }
}

function named(text: string): string {
  return `"${text.replace(/\s+/g, ' ').slice(0, 200)}"`;
}

function bytesOf(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}

/** A result with everything that is said of it, as the model reads it. */
export function fullText(result: Extract<RemoteResult, { kind: 'done' }>, notes: readonly string[]): string {
  const warnings = result.warnings.map((warning) => `(Warning: ${warning}.)`);
  return [resultText(result), ...warnings, ...notes.map((note) => `(Note of Bylaw: ${note})`)].join('\n');
}
