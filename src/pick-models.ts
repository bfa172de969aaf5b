import type { Config } from './config.ts';
import type { Embedder } from './embeddings/embedder.ts';
import { createUseLiteEmbedder } from './embeddings/use-lite.ts';
import { BylawError } from './errors.ts';
import type { Log } from './log.ts';
import type { RemoteModel } from './models/model.ts';

/** Undefined where the configuration wants none. SDKs that a key asks for are loaded with it only. */
export async function pickEmbedder(config: Config): Promise<Embedder | undefined> {
  const { provider, model, dimension, weight } = config.embeddings;
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config.environment;
  if (provider === 'none') return undefined;
  if (provider === 'use-lite' || (provider === 'auto' && apiKey === undefined))
    return createUseLiteEmbedder({ weight });
  if (apiKey === undefined) {
    throw new BylawError(
      'config_invalid',
      'embeddings.provider is openai and OPENAI_API_KEY is not set: set it in .env, or set the provider to use-lite',
    );
  }
  const { createOpenAiEmbedder } = await import('./embeddings/openai.ts');
  return createOpenAiEmbedder({ apiKey, baseUrl, model, dimension, weight });
}

/** Undefined where nothing is set up for one. */
export async function pickModel(config: Config, log: Log): Promise<RemoteModel | undefined> {
  const { provider, effort, thinking, serverTools } = config.model;
  if (provider === 'openai-compatible') return pickChatModel(config, log);
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseUrl } = config.environment;
  if (apiKey === undefined) return undefined;
  const { createAnthropicModel } = await import('./models/anthropic.ts');
  const model = config.model.name ?? defaultClaude;
  return createAnthropicModel({ apiKey, baseUrl, model, effort, thinking, serverTools, log });
}

const defaultClaude = 'claude-opus-5-5';

async function pickChatModel({ model, environment }: Config, log: Log): Promise<RemoteModel | undefined> {
  const { MODEL_API_KEY: apiKey, MODEL_BASE_URL: baseUrl } = environment;
  if (apiKey === undefined && baseUrl === undefined) return undefined;
  if (model.name === undefined) {
    throw new BylawError(
      'config_invalid',
      'model.provider is openai-compatible and model.name is not set: set it to a model that the server has',
    );
  }
  const foreign = [...(model.thinking ? ['thinking'] : []), ...(model.serverTools.length > 0 ? ['serverTools'] : [])];
  if (foreign.length > 0) {
    const named = foreign.map((key) => `model.${key}`).join(' and ');
    throw new BylawError('config_invalid', `model.provider is openai-compatible, which knows no ${named}: remove it`);
  }
  const { createOpenAiModel } = await import('./models/openai.ts');
  return createOpenAiModel({ apiKey, baseUrl, model: model.name, effort: model.effort, log });
}
