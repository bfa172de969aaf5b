import type { SocketModeClient } from '@slack/socket-mode';
import { z } from 'zod';
import type { Log } from '../../log.ts';

const envelope = z.object({ envelope_id: z.string(), type: z.string(), payload: z.unknown() });

const named = z.string().regex(/^[a-z][a-z0-9_.]*$/);
/** What Bolt finds a kind for; everything else it would leave without an acknowledgement. */
const payloads: Readonly<Record<string, z.ZodType>> = {
  events_api: z.object({ event: z.object({ type: named }) }),
  slash_commands: z.object({ command: z.string() }),
  interactive: z.object({ type: named }),
};

/**
 * Puts itself before the client's own reading of messages: an event without a type would end the process there, as a
 * rejection that nobody handles. What is malformed is acknowledged, so that it isn't sent again, and logged.
 */
export function createEnvelopeGuard(client: SocketModeClient, log: Log): void {
  const readers = client.listeners('ws_message');
  client.removeAllListeners('ws_message');
  client.on('ws_message', (data: unknown, isBinary: unknown) => {
    const found = malformed(data);
    if (found === undefined) {
      for (const read of readers) read(data, isBinary);
      return;
    }
    log.warn('slack.malformed', { type: found.type.slice(0, 40) });
    acknowledge(client, found.envelope_id);
  });
}

function acknowledge({ websocket }: SocketModeClient, envelope_id: string): void {
  if (websocket?.isActive()) websocket.send(JSON.stringify({ envelope_id, payload: {} }), () => {});
}

function malformed(data: unknown): z.infer<typeof envelope> | undefined {
  try {
    const message = envelope.safeParse(JSON.parse(String(data))).data;
    const schema = message && payloads[message.type];
    return schema && !schema.safeParse(message.payload).success ? message : undefined;
  } catch {
    return undefined;
  }
}
