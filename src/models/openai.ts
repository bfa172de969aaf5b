import OpenAI from 'openai';
import { type AttemptOptions, createAttempts, defaultMaxWaitMs, printableKey } from './attempts.ts';
import { refuseCitedFormat } from './cited-results.ts';
import { type Effort, efforts } from './effort.ts';
import type { FailureContext } from './failure.ts';
import type { RemoteModel } from './model.ts';
import { checkChatModel } from './openai-check.ts';
import { failureOf, refusesLimitName } from './openai-failure.ts';
import { type LimitName, toChatRequest } from './openai-request.ts';
import { streamChatReply } from './openai-stream.ts';

export interface OpenAiModelOptions extends AttemptOptions {
  readonly model: string;
  readonly effort?: Effort | undefined;
  /** Absent for servers that want none. */
  readonly apiKey?: string | undefined;
  /** With its path, such as `http://localhost:11434/v1`; absent means OpenAI's own. */
  readonly baseUrl?: string | undefined;
}

/**
 * A model behind an API of chat completions, OpenAI's or a compatible server's. Such APIs know no citations: the model is
 * asked for exact quotes, which become citations where they stand in what was retrieved.
 */
export function createOpenAiModel(options: OpenAiModelOptions): RemoteModel {
  const { model, effort, now = () => new Date(), maxWaitMs = defaultMaxWaitMs } = options;
  const baseURL = options.baseUrl ?? openAiUrl;
  const host = URL.parse(baseURL)?.host ?? 'the given address';
  // Everything that the client would otherwise take from the environment is given here.
  const client = new OpenAI({
    apiKey: options.apiKey === undefined ? 'none' : printableKey(options.apiKey, keyVariable),
    ...(options.apiKey === undefined ? { defaultHeaders: { authorization: null } } : {}),
    baseURL,
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off', // it logs what it cannot parse
  });
  const context: FailureContext = {
    ...{ name: 'the model server', modelNoun: 'model', model, host },
    ...{ keyVariable, urlVariable: 'MODEL_BASE_URL' },
  };
  const send = createAttempts(options, { failureOf, context });
  let limitName: LimitName = baseURL.startsWith(openAiUrl) ? 'max_completion_tokens' : 'max_tokens';

  return {
    name: model,
    provider: `the model server at ${host}`,

    async generate(request) {
      refuseCitedFormat(request);
      const settings = { model, ...(effort === undefined ? {} : { effort }) };
      return send(request.signal, async (signal, alive) => {
        const tried = limitName;
        const sendWith = (name: LimitName) =>
          streamChatReply(client, toChatRequest({ ...settings, limitName: name }, request), request, { signal, alive });
        try {
          return await sendWith(tried);
        } catch (error) {
          if (!refusesLimitName(error)) throw error;
          limitName = tried === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
          return await sendWith(limitName);
        }
      });
    },

    variant: (change) =>
      createOpenAiModel({
        ...options,
        model: change.model ?? model,
        effort: efforts.find((each) => each === change.effort) ?? effort,
      }),

    check: () => checkChatModel(client, { context, timeoutMs: maxWaitMs, now }),
  };
}

const openAiUrl = 'https://api.openai.com/v1';
const keyVariable = 'MODEL_API_KEY';
