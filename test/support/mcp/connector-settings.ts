import type { ConnectorLimits, ConnectorSettings, ConnectorTransport } from '../../../src/connectors/connector.ts';

/** A connector with usual rules. */
export function connectorSettings(
  name: string,
  transport: ConnectorTransport,
  given: Partial<Omit<ConnectorSettings, 'limits'>> & { readonly limits?: Partial<ConnectorLimits> } = {},
): ConnectorSettings {
  return {
    name,
    transport,
    protocol: 'auto',
    card: { operator: '', location: '', data: [] },
    access: { channels: ['*'], groups: [], people: [] },
    tools: { deny: [], trusted: false, approvers: [] },
    redact: [],
    auth: 'none',
    resources: [],
    ...given,
    limits: { connectMs: 10_000, idleMs: 10_000, callMs: 60_000, resultChars: 25_000, ...given.limits },
  };
}

export function program(
  command: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): ConnectorTransport {
  return { kind: 'stdio', command, args, env };
}

export function address(url: string, headers: Readonly<Record<string, string>> = {}): ConnectorTransport {
  return { kind: 'http', url, headers };
}
