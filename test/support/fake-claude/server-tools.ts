import type { WireBlock } from './wire.ts';

/** Tools that the API knows by type: their only name, and what else may be said of them. */
export const typedTools: Readonly<Record<string, { readonly name: string; readonly fields: readonly string[] }>> = {
  web_search_20250305: {
    name: 'web_search',
    fields: ['max_uses', 'allowed_domains', 'blocked_domains', 'user_location'],
  },
  code_execution_20250825: { name: 'code_execution', fields: [] },
  memory_20250818: { name: 'memory', fields: [] },
};

/** Blocks that hold what a tool of the API returned. */
export const serverResults = [
  'web_search_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
];

/** Every result follows its call, and every call of a finished turn has its result. */
export function validateServerCalls(blocks: readonly WireBlock[], at: string, isLast: boolean): string | undefined {
  const open = new Set<string>();
  for (const block of blocks) {
    if (block.type === 'server_tool_use') open.add(String(block.id));
    if (serverResults.includes(block.type) && !open.delete(String(block.tool_use_id)))
      return `${at}: unexpected \`tool_use_id\` found in \`${block.type}\` blocks: ${String(block.tool_use_id)}`;
  }
  const [missing] = open;
  return missing === undefined || isLast
    ? undefined
    : `${at}: \`server_tool_use\` ids were found without a result: ${missing}`;
}

/** A page found on the web, and a citation of it, as the API writes them. */
export function webPage(url: string, title: string) {
  return { type: 'web_search_result', url, title, encrypted_content: `enc_${url}`, page_age: null };
}

export function citeWeb(url: string, title: string, text: string) {
  return { type: 'web_search_result_location', url, title, cited_text: text, encrypted_index: `idx_${url}` };
}
