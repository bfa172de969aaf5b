import { canonicalJson, sha256 } from '../canonical-hash.ts';
import type { ConnectorPin } from '../records/records.ts';
import type { RemotePrompt, RemoteTool } from './mcp-connection.ts';

/** What a server says of itself that a model or a person may come to read. */
export interface ServerDefinitions {
  readonly tools: readonly RemoteTool[];
  readonly prompts: readonly RemotePrompt[];
  readonly instructions?: string;
}

/** One approval for each definition, over every character of it. */
export function pinsOf(connector: string, { tools, prompts, instructions }: ServerDefinitions): ConnectorPin[] {
  return [
    ...(instructions === undefined || instructions === ''
      ? []
      : [pin(connector, 'instructions', '', { text: instructions })]),
    ...prompts.map((prompt) => pin(connector, 'prompt', prompt.name, prompt)),
    ...tools.map((tool) => pinOfTool(connector, tool)),
  ];
}

export function pinOfTool(connector: string, tool: RemoteTool): ConnectorPin {
  return pin(connector, 'tool', tool.name, tool);
}

/** Of a definition whose pin is approved, what stands in it. */
export function toolOfPin({ definition }: Pick<ConnectorPin, 'definition'>): RemoteTool {
  return JSON.parse(definition) as RemoteTool;
}

function pin(connector: string, kind: ConnectorPin['kind'], name: string, definition: unknown): ConnectorPin {
  const text = canonicalJson(definition);
  return { connector, kind, name, hash: sha256(text), definition: text };
}
