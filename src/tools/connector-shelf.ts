import type { ConnectorRecords } from '../records/records.ts';
import { toolTokens } from '../tool-tokens.ts';
import { createCallTool } from './call-tool.ts';
import { createFindTool } from './find-tool.ts';
import { createReadConnectorResult } from './read-connector-result.ts';
import type { Tool } from './tool.ts';

/** With more tokens of definitions than this, a model finds tools by searching. */
export const declaredTokens = 10_000;

/** What a question gets of the tools of connectors: all of them declared, or, where they are too many, the means to find them. */
export function shelveConnectorTools(
  tools: readonly Tool[],
  records: Pick<ConnectorRecords, 'result'>,
): readonly Tool[] {
  if (tools.length === 0) return [];
  const tokens = tools.reduce((sum, tool) => sum + toolTokens(tool), 0);
  const offered =
    tokens <= declaredTokens
      ? tools
      : [...tools.map((tool) => ({ ...tool, isDeferred: true })), createFindTool(tools), createCallTool(tools)];
  return [...offered, createReadConnectorResult(records)].sort((a, b) => (a.name < b.name ? -1 : 1));
}
