import type { IncomingMessage } from 'node:http';
import type { Json } from '../entities.ts';

const jsonFields = new Set([
  'blocks',
  'metadata',
  'attachments',
  'loading_messages',
  'prompts',
  'view',
  'chunks',
  'message',
]);

/** Arguments of a call: a form whose structured fields are JSON strings, or a JSON body. */
export async function readArguments(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  if (body === '') return {};
  if ((request.headers['content-type'] ?? '').includes('json')) return asObject(parseJson(body));
  const fields = [...new URLSearchParams(body)].map(([name, value]) => [
    name,
    jsonFields.has(name) ? parseJson(value) : value,
  ]);
  return Object.fromEntries(fields);
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** What isn't JSON stays a string, which the method then refuses. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
