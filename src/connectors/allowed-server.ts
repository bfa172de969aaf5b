import type { Viewer } from '../domain.ts';
import { BylawError } from '../errors.ts';
import { pinOfTool } from './definition-pins.ts';
import type { McpHost, McpServer } from './mcp-host.ts';
import type { ReadyTool } from './offered-tool.ts';
import { mayUse, whyDenied } from './tool-rules.ts';

/** One that is about to be ready is waited for, as after a restart; the caller's time limits that. */
export async function readyServer(
  name: string,
  signal: AbortSignal,
  host: Pick<McpHost, 'server' | 'on'>,
): Promise<McpServer> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const server = host.server(name);
      if (server?.state === 'connecting' && !signal.aborted) return;
      stop();
      signal.removeEventListener('abort', look);
      if (server === undefined) reject(new BylawError('connector_failed', `there is no connector "${name}" any more`));
      else resolve(server);
    };
    const stop = host.on(look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}

/** Everything that was decided when the tool was offered, again, as it is now. */
export function refuseUnlessAllowed(
  { name, settings, state, reason, tools }: McpServer,
  ready: ReadyTool,
  viewer: Viewer,
): void {
  const { definition, pin } = ready;
  const refuse = (why: string): never => {
    throw new BylawError('connector_failed', `${definition.name} at the connector ${name} was not called: ${why}.`);
  };
  if (settings === undefined || !mayUse(viewer, settings.access) || whyDenied(definition, settings) !== undefined)
    refuse('the configuration does not allow it any more');
  const live = tools.find((tool) => tool.name === definition.name);
  if (state === 'needs_auth') refuse(reason ?? 'someone has to sign in there first');
  if (live === undefined)
    refuse(state === 'ready' ? 'the server has no such tool any more' : (reason ?? 'it is not connected'));
  else if (pinOfTool(name, live).hash !== pin)
    refuse(
      `its definition has changed since it was approved; an admin must look at it: bylaw connectors approve ${name}`,
    );
}
