import { basename } from 'node:path';
import type { ConnectorSettings } from './connector.ts';

/** Where data goes, without anything that may be a secret. */
export function endpointOf({ transport }: Pick<ConnectorSettings, 'transport'>): string {
  if (transport.kind === 'stdio') return `program ${basename(transport.command)}`;
  const { origin, pathname } = new URL(transport.url);
  return `${origin}${pathname}`;
}

/** Who receives it, as people are told before they agree. */
export function recipientOf(settings: Pick<ConnectorSettings, 'name' | 'card' | 'transport'>): string {
  const { operator, location } = settings.card;
  const who = [operator === '' ? 'an operator that is not named' : operator, location].filter((each) => each !== '');
  return `${settings.name}, run by ${who.join(', ')} (${endpointOf(settings)})`;
}
