import { estimateTokens } from './estimate-tokens.ts';

/** About what the declaration of a tool costs in every request. */
export function toolTokens(spec: {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}): number {
  const { name, description, inputSchema } = spec;
  return estimateTokens(JSON.stringify({ name, description, input_schema: inputSchema }));
}
