import { createHash } from 'node:crypto';
import { BylawError } from '../errors.ts';

/** What a request asks for, and the name of the vector space that results. */
export interface OpenAiSpace {
  readonly space: string;
  readonly dimension: number;
  /** Sent only to models that can shorten their vectors, and only when another length than their own is wanted. */
  readonly requestedDimensions?: number;
}

export const openAiBaseUrl = 'https://api.openai.com/v1';

/** Length of the vectors, and whether shorter ones can be asked for (https://platform.openai.com/docs/guides/embeddings). */
const knownModels = new Map([
  ['text-embedding-3-small', { dimension: 1536, canShorten: true }],
  ['text-embedding-3-large', { dimension: 3072, canShorten: true }],
  ['text-embedding-ada-002', { dimension: 1536, canShorten: false }],
]);

/** Throws `config_invalid` for a dimension that the model doesn't have, or a model of unknown dimension without one. */
export function resolveOpenAiSpace(model: string, baseUrl: string, wanted?: number): OpenAiSpace {
  const known = knownModels.get(model);
  const dimension = wanted ?? known?.dimension;
  if (dimension === undefined) {
    throw new BylawError(
      'config_invalid',
      `embeddings.dimension is needed for the model ${model}: set it to the length of the vectors that the model returns.`,
    );
  }
  if (known && dimension !== known.dimension && !(known.canShorten && dimension < known.dimension)) {
    throw new BylawError(
      'config_invalid',
      `embeddings.dimension is ${dimension}, and ${model} returns ${known.dimension} numbers: ${known.canShorten ? 'choose that many or fewer' : 'leave it out'}.`,
    );
  }
  return {
    space: nameSpace(model, baseUrl, dimension),
    dimension,
    ...(known && dimension !== known.dimension ? { requestedDimensions: dimension } : {}),
  };
}

/** Another server may serve another model under the same name, so it gets a space of its own. */
function nameSpace(model: string, baseUrl: string, dimension: number): string {
  const plain = `openai-${model}-${dimension}`;
  const server = baseUrl.replace(/\/+$/, '');
  if (server === openAiBaseUrl && /^[a-z0-9.-]{3,40}$/.test(plain)) return plain;
  const readable = model
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .slice(0, 18);
  const hash = createHash('sha256').update(`${server} ${model}`).digest('hex').slice(0, 8);
  return `openai-${readable}-${dimension}-${hash}`;
}
