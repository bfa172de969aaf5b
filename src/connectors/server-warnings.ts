import type { ConnectorSettings } from './connector.ts';
import type { RemoteTool } from './mcp-connection.ts';

/** As many as some models take. */
const manyTools = 128;

/** The tools that can be told apart, and what people who run the bot should know about this server. */
export function describeTools(
  listed: readonly RemoteTool[],
  settings: ConnectorSettings,
  oddities: number,
): { readonly tools: readonly RemoteTool[]; readonly warnings: readonly string[] } {
  const tools = new Map<string, RemoteTool>();
  const doubled = new Set<string>();
  for (const tool of listed) {
    if (tools.has(tool.name)) doubled.add(tool.name);
    else tools.set(tool.name, tool);
  }
  return {
    tools: [...tools.values()],
    warnings: [
      ...(oddities === 0
        ? []
        : [`${oddities} times it sent something that is no message, such as a log line on standard output`]),
      ...[...doubled].map((name) => `it has several tools named ${name}; only the first is used`),
      ...(tools.size > manyTools && settings.tools.allow === undefined
        ? [`it has ${tools.size} tools; name those that you need under connectors.${settings.name}.tools.allow`]
        : []),
    ],
  };
}
