export interface FakeModelInfo {
  readonly lifecycle?: 'active' | 'deprecated' | 'retired';
  readonly retires_at?: string;
  readonly max_tokens?: number;
  readonly citations?: boolean;
  readonly effort?: boolean;
  /** Clearing, summaries and the memory tool. */
  readonly contextManagement?: boolean;
  readonly serverTools?: boolean;
}

/** Served by default. */
export const defaultModels: Readonly<Record<string, FakeModelInfo>> = {
  'claude-opus-5-5': {},
  'claude-sonnet-5-5': {},
  'claude-haiku-5-5': {},
  'claude-opus-4-5': { lifecycle: 'deprecated', retires_at: '2027-01-22T00:00:00Z' },
};

export const defaultMaxTokens = 64_000;

/** As `GET /v1/models/:id` answers. */
export function modelBody(id: string, info: FakeModelInfo) {
  const yes = { supported: true };
  const context = { supported: info.contextManagement ?? true };
  const served = { supported: info.serverTools ?? true };
  const effort = { supported: info.effort ?? true };
  return {
    type: 'model',
    id,
    display_name: id,
    created_at: '2026-01-01T00:00:00Z',
    lifecycle: info.lifecycle ?? 'active',
    deprecated_at: null,
    retires_at: info.retires_at ?? null,
    line: null,
    max_input_tokens: 200_000,
    max_tokens: info.max_tokens ?? defaultMaxTokens,
    capabilities: {
      batch: yes,
      citations: { supported: info.citations ?? true },
      code_execution: yes,
      context_management: {
        ...context,
        clear_thinking_20251015: context,
        clear_tool_uses_20250919: context,
        compact_20260112: context,
      },
      effort: { ...effort, low: effort, medium: effort, high: effort, xhigh: effort, max: effort },
      image_input: yes,
      pdf_input: yes,
      server_tools: { ...served, code_execution: served, web_search: served },
      structured_outputs: yes,
      thinking: { ...yes, types: { adaptive: yes, between_tools: yes, disabled: yes, enabled: { supported: false } } },
    },
  };
}
