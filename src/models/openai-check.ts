import type OpenAI from 'openai';
import { describeFailure, type FailureContext } from './failure.ts';
import type { ModelCheck, ModelCheckLine } from './model.ts';
import { failureOf } from './openai-failure.ts';

/** Asks the server for its models once. Settles with lines whatever happens: an outage must not keep the bot from starting. */
export async function checkChatModel(
  client: OpenAI,
  options: { readonly context: FailureContext; readonly timeoutMs: number; readonly now: () => Date },
): Promise<ModelCheck> {
  const { context, timeoutMs, now } = options;
  try {
    const { data } = await client.models.list({ timeout: timeoutMs });
    return { lines: [listedLine(Array.isArray(data) ? data.map(({ id }) => id) : [], context)] };
  } catch (error) {
    const failure = failureOf(error, now()) ?? { kind: 'transient', reason: 'connection' };
    // A gateway may serve completions without a list of models.
    const isFatal = failure.kind === 'rejected' && failure.reason !== 'endpoint' && failure.reason !== 'model';
    return { lines: [{ ok: !isFatal, ...describeFailure(failure, context) }] };
  }
}

const maxListed = 8;

function listedLine(ids: readonly string[], { model, host }: FailureContext): ModelCheckLine {
  if (ids.length === 0 || ids.includes(model)) return { ok: true, detail: `model ${model} is reachable at ${host}` };
  const some = [...ids].sort().slice(0, maxListed).join(', ');
  return {
    ok: false,
    detail: `the model server at ${host} has no model named "${model}"`,
    fix: `set model.name to one that it has: ${some}${ids.length > maxListed ? ', …' : ''}`,
  };
}
