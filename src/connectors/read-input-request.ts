import type { ElicitRequest } from './mcp-connection.ts';
import { fields } from './read-result.ts';

/** The older revision's error that says: first someone must open a page. */
const urlRequiredCode = -32_042;

/** A request for input of the stateless revision; undefined for kinds that we don't serve, such as sampling. */
export function readInputRequest(raw: unknown, key: string): ElicitRequest | undefined {
  const { method, params } = fields(raw);
  return method === 'elicitation/create' ? readElicitation(params, key) : undefined;
}

export function readElicitation(raw: unknown, key: string): ElicitRequest | undefined {
  const { mode = 'form', message, requestedSchema, url, elicitationId } = fields(raw);
  const text = typeof message === 'string' ? message : '';
  if (mode === 'form') return { mode, message: text, schema: fields(requestedSchema) };
  if (mode !== 'url' || typeof url !== 'string') return undefined;
  return { mode, message: text, url, id: typeof elicitationId === 'string' ? elicitationId : key };
}

/** The pages to open, where an error asks for them. */
export function urlRequestsOf(error: unknown): Readonly<Record<string, ElicitRequest>> | undefined {
  const { code, data } = fields(error);
  if (code !== urlRequiredCode) return undefined;
  const { elicitations } = fields(data);
  if (!Array.isArray(elicitations)) return undefined;
  const requests = elicitations.flatMap((raw, i) => {
    const request = readElicitation(raw, `url-${i}`);
    return request?.mode === 'url' ? [[request.id, request] as const] : [];
  });
  return requests.length > 0 ? Object.fromEntries(requests) : undefined;
}
