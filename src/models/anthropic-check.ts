import type Anthropic from '@anthropic-ai/sdk';
import type { ModelCapabilities, ModelInfo } from '@anthropic-ai/sdk/resources/models';
import { failureOf } from './anthropic-failure.ts';
import type { RequestSettings } from './anthropic-request.ts';
import { describeFailure, type FailureContext } from './failure.ts';
import { type ModelCheck, type ModelCheckLine, type ModelSupport, serverTools } from './model.ts';

/** Asks the API about the configured model once. Settles with lines whatever happens: an outage must not keep the bot from starting. */
export async function checkModel(
  client: Anthropic,
  settings: RequestSettings,
  options: { readonly context: FailureContext; readonly timeoutMs: number; readonly now: () => Date },
): Promise<ModelCheck> {
  try {
    const info = await client.models.retrieve(settings.model, {}, { timeout: options.timeoutMs });
    const limit = info.max_tokens ?? undefined;
    return {
      lines: [...linesOf(info, settings)],
      ...(limit === undefined ? {} : { maxOutputTokens: limit }),
      support: supportOf(info.capabilities),
    };
  } catch (error) {
    return { lines: [failedLine(error, options)] };
  }
}

function* linesOf(info: ModelInfo, settings: RequestSettings): Generator<ModelCheckLine> {
  const name = settings.model;
  const another = 'set model.name to an active model, such as claude-opus-5-5';
  const until = info.retires_at ? ` and will be retired on ${info.retires_at.slice(0, 10)}` : '';
  if (info.lifecycle === 'retired') yield { ok: false, detail: `Claude model ${name} is retired`, fix: another };
  else if (info.lifecycle === 'deprecated')
    yield { ok: true, detail: `Claude model ${name} is deprecated${until}`, fix: another };
  else yield { ok: true, detail: `Claude model ${name} is reachable` };

  const can = info.capabilities;
  if (can?.citations?.supported === false)
    yield { ok: false, detail: `${name} cannot cite, so that its answers cannot be checked`, fix: another };
  const { effort, thinking } = settings;
  if (effort && can?.effort && !(can.effort.supported && can.effort[effort]?.supported))
    yield { ok: false, detail: `${name} does not know the effort "${effort}"`, fix: 'change or remove model.effort' };
  if (thinking && can?.thinking?.types?.[thinking]?.supported === false)
    yield { ok: false, detail: `${name} does not know thinking "${thinking}"`, fix: 'change or remove model.thinking' };
  const offered = supportOf(can).serverTools;
  const missing = (settings.serverTools ?? []).filter((tool) => !offered.includes(tool));
  if (can && missing.length > 0)
    yield { ok: false, detail: `${name} does not offer ${missing.join(', ')}`, fix: 'change model.serverTools' };
}

/** What the API does not speak of is not used. */
function supportOf(can: ModelCapabilities | null): ModelSupport {
  const context = can?.context_management;
  return {
    clearing: context?.clear_tool_uses_20250919?.supported === true,
    compaction: context?.compact_20260112?.supported === true,
    // The memory tool came with context management, and has no capability of its own.
    memoryTool: context?.supported === true,
    serverTools: serverTools.filter((tool) => can?.server_tools?.[tool]?.supported === true),
  };
}

function failedLine(
  error: unknown,
  options: { readonly context: FailureContext; readonly now: () => Date },
): ModelCheckLine {
  const failure = failureOf(error, options.now()) ?? { kind: 'transient', reason: 'connection' };
  // A gateway may serve messages without a list of models.
  const fatal = failure.kind === 'rejected' && failure.reason !== 'endpoint';
  return { ok: !fatal, ...describeFailure(failure, options.context) };
}
