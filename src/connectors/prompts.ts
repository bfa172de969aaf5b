import type { Viewer } from '../domain.ts';
import { BylawError } from '../errors.ts';
import type { ConnectorPin } from '../records/records.ts';
import { quoteUntrusted } from '../untrusted-text.ts';
import { pinsOf } from './definition-pins.ts';
import type { RemotePrompt } from './mcp-connection.ts';
import type { McpHost, McpServer } from './mcp-host.ts';
import { mayUse } from './tool-rules.ts';

/** A prompt of a connector that this person may start here. What it says of itself is untrusted. */
export interface OfferedPrompt extends RemotePrompt {
  readonly connector: string;
}

/** Prompts of connectors. They are the person's: nothing but a person's wish starts one. */
export interface Prompts {
  /** Approved ones of connectors that this person may use here, by connector and name. */
  list(viewer: Viewer, signal: AbortSignal): Promise<readonly OfferedPrompt[]>;
  /**
   * What the server makes of the arguments, quoted as what it is: text of another system, to be asked in the person's
   * name. Throws a sentence for the person.
   */
  render(wanted: PromptRequest, viewer: Viewer, signal: AbortSignal): Promise<string>;
}

export interface PromptRequest {
  readonly connector: string;
  readonly name: string;
  readonly args: Readonly<Record<string, string>>;
}

export interface PromptsDeps {
  readonly host: Pick<McpHost, 'servers'>;
  /** What admins approved. */
  readonly pins: () => Promise<readonly ConnectorPin[]>;
}

const maxChars = 6_000;

export function createPrompts({ host, pins }: PromptsDeps): Prompts {
  const usable = (viewer: Viewer) =>
    host
      .servers()
      .filter(({ settings, connection }) => settings && connection?.offers.prompts && mayUse(viewer, settings.access));

  async function approvedOf(server: McpServer, signal: AbortSignal): Promise<OfferedPrompt[]> {
    const { name: connector, connection } = server;
    const listed = (await connection?.listPrompts(signal)) ?? [];
    const approved = new Set((await pins()).flatMap((pin) => (pin.kind === 'prompt' ? [keyOf(pin)] : [])));
    const now = new Set(
      pinsOf(connector, { tools: [], prompts: listed }).flatMap((pin) => (approved.has(keyOf(pin)) ? [pin.name] : [])),
    );
    return listed.filter(({ name }) => now.has(name)).map((prompt) => ({ ...prompt, connector }));
  }

  return {
    list: async (viewer, signal) => {
      // One that is down has no prompts now; the others have theirs.
      const found = await Promise.allSettled(usable(viewer).map((server) => approvedOf(server, signal)));
      return found
        .flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
        .toSorted((a, b) => (a.connector + a.name < b.connector + b.name ? -1 : 1));
    },
    render: async ({ connector, name, args }, viewer, signal) => {
      const server = usable(viewer).find((each) => each.name === connector);
      const prompt = server && (await approvedOf(server, signal)).find((each) => each.name === name);
      if (server?.connection === undefined || prompt === undefined)
        throw new BylawError('connector_failed', `There is no prompt ${name} of ${connector} that you can start here.`);
      const missing = prompt.args.find((arg) => arg.required && (args[arg.name] ?? '').trim() === '');
      if (missing !== undefined) throw new BylawError('connector_failed', `The prompt ${name} needs ${missing.name}.`);
      const known = prompt.args.flatMap((arg) => {
        const value = args[arg.name]?.trim() ?? '';
        return value === '' ? [] : [[arg.name, value] as const];
      });
      const texts = await server.connection.getPrompt(name, Object.fromEntries(known), signal);
      const text = texts.join('\n\n').slice(0, maxChars);
      if (text.trim() === '') throw new BylawError('connector_failed', `The prompt ${name} of ${connector} is empty.`);
      return quoteUntrusted(`Prompt ${name} of the connector ${connector}, which the person started`, text);
    },
  };
}

function keyOf({ connector, kind, name, hash }: ConnectorPin): string {
  return JSON.stringify([connector, kind, name, hash]);
}
