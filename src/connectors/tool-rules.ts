import type { Viewer } from '../domain.ts';
import type { ConnectorAccess, ConnectorSettings, ToolRules } from './connector.ts';
import type { RemoteTool } from './mcp-connection.ts';

/** What a call may do, as far as the server's word on it is believed. */
export type ToolEffect = 'read' | 'write' | 'destructive';

/**
 * A missing hint means the worst. Whether a tool only reads is believed of a trusted server alone: then it may run by
 * itself. Of another it still takes the asker's yes. That it destroys nothing was seen by whoever approved its definition.
 */
export function effectOf(
  { annotations }: Pick<RemoteTool, 'annotations'>,
  { trusted }: Pick<ToolRules, 'trusted'>,
): ToolEffect {
  const { readOnlyHint = false, destructiveHint } = annotations;
  if (readOnlyHint && destructiveHint !== true) return trusted ? 'read' : 'write';
  return destructiveHint === false ? 'write' : 'destructive';
}

/** Whether a call that gave no answer may be sent once more. */
export function isRepeatable(tool: Pick<RemoteTool, 'annotations'>, rules: Pick<ToolRules, 'trusted'>): boolean {
  return effectOf(tool, rules) === 'read' || (rules.trusted && tool.annotations.idempotentHint === true);
}

/** Whether what it returns, and whom it tells, reaches beyond the server's own data. */
export function isOpenWorld(
  { annotations }: Pick<RemoteTool, 'annotations'>,
  { trusted }: Pick<ToolRules, 'trusted'>,
): boolean {
  return !trusted || annotations.openWorldHint !== false;
}

/** Why a tool is never offered, whoever asks; undefined if it may be. */
export function whyDenied(tool: RemoteTool, { tools: rules }: Pick<ConnectorSettings, 'tools'>): string | undefined {
  const { name } = tool;
  if (rules.deny.some((pattern) => fits(name, pattern))) return 'tools.deny names it';
  if (rules.allow !== undefined && !rules.allow.some((pattern) => fits(name, pattern)))
    return 'tools.allow does not name it';
  if (handlesCredentials(name) && rules.allow?.includes(name) !== true)
    return 'it seems to handle credentials; name it in tools.allow if it is needed';
  if (effectOf(tool, rules) === 'destructive' && rules.approvers.length === 0)
    return 'it may destroy things, and tools.approvers names nobody who could agree';
  return undefined;
}

/** Whether this viewer may use a connector here: in a place that is named, and, where people or groups are, as one of them. */
export function mayUse({ person, place, roles = [] }: Viewer, access: ConnectorAccess): boolean {
  const { channels, groups, people } = access;
  if (!channels.includes('*') && !channels.includes(place ?? 'direct')) return false;
  if (groups.length === 0 && people.length === 0) return true;
  if (person === undefined) return false;
  return people.includes(person) || groups.some((group) => roles.includes(group));
}

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** Such tools let a model sign in as someone, or read what nobody should. */
function handlesCredentials(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return name.startsWith('_') || words.some((word) => credentialWords.has(word));
}

const credentialWords = new Set([
  ...['auth', 'oauth', 'oauth2', 'authenticate', 'authorize', 'login', 'logout', 'signin', 'credential', 'credentials'],
  ...['password', 'passwords', 'passwd', 'token', 'tokens', 'apikey', 'secret', 'secrets'],
]);
