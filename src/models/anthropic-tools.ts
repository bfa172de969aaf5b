import type { BetaContextManagementConfig } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { ToolUnion } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ToolSpec } from '../tools/tool.ts';
import type { ModelRequest, ModelSupport, ServerTool } from './model.ts';

export const noSupport: ModelSupport = { clearing: false, compaction: false, memoryTool: false, serverTools: [] };

/** All tools of a request as the API wants them declared, sorted by name. */
export function declareTools(request: Pick<ModelRequest, 'tools' | 'serverTools'>, support: ModelSupport): ToolUnion[] {
  const own = request.tools.map((spec) => declare(spec, support));
  const served = (request.serverTools ?? []).filter((name) => support.serverTools.includes(name));
  return [...own, ...served.map(declareServed)].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function declare(spec: ToolSpec, support: ModelSupport): ToolUnion {
  if (spec.builtIn !== undefined && support.memoryTool) return { type: spec.builtIn, name: 'memory' };
  return {
    name: spec.name,
    description: spec.description,
    input_schema: { ...spec.inputSchema, type: 'object' },
  };
}

/** One answer needs no more searches than this, and each is charged for. */
const maxWebSearches = 5;

function declareServed(name: ServerTool): ToolUnion {
  return name === 'web_search'
    ? { type: 'web_search_20250305', name, max_uses: maxWebSearches }
    : { type: 'code_execution_20250825', name };
}

function nameOf(tool: ToolUnion): string {
  return 'name' in tool ? tool.name : tool.type;
}

/** What the API may do to shorten the conversation, with the beta headers that it wants for it. */
export function declareEdits(
  { contextEditing }: Pick<ModelRequest, 'contextEditing'>,
  support: ModelSupport,
): { readonly edits: NonNullable<BetaContextManagementConfig['edits']>; readonly betas: string[] } {
  const edits: NonNullable<BetaContextManagementConfig['edits']> = [];
  const betas: string[] = [];
  if (contextEditing === undefined) return { edits, betas };
  const { clearAtTokens, keepResults, keepTools, compactAtTokens } = contextEditing;
  if (support.clearing) {
    edits.push({
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'input_tokens', value: clearAtTokens },
      keep: { type: 'tool_uses', value: keepResults },
      exclude_tools: [...keepTools].sort(),
    });
    betas.push(clearingBeta);
  }
  if (support.compaction) {
    edits.push({ type: 'compact_20260112', trigger: { type: 'input_tokens', value: compactAtTokens } });
    betas.push(compactionBeta);
  }
  return { edits, betas };
}

const clearingBeta = 'context-management-2025-06-27';
export const compactionBeta = 'compact-2026-01-12';
