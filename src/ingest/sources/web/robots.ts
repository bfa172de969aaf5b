import robotsParser from 'robots-parser';
import { getAddress, type WebAccess } from './get-address.ts';
import type { Pace } from './pace.ts';

export interface Robots {
  /** Whether robots.txt of its host lets us read a page; a text says why that can't be found out, and then it may not be read. */
  allows(address: string, signal: AbortSignal): Promise<boolean | { readonly reason: string }>;
}

const maxBytes = 500 * 1024;

/** Asks each host once (RFC 9309: a host without the file allows everything, one that fails allows nothing). */
export function createRobots(access: WebAccess, pace: Pace): Robots {
  const asked = new Map<string, Promise<Rules>>();

  async function ask(origin: string, signal: AbortSignal): Promise<Rules> {
    const address = `${origin}/robots.txt`;
    const answer = await getAddress(access, address, { maxBytes, signal });
    if (answer.kind === 'none') return () => ({ reason: answer.reason });
    if (answer.status >= 500 || answer.status === 429) {
      const reason = `robots.txt of ${new URL(origin).host} was answered with ${answer.status}, and without it nothing may be read`;
      return () => ({ reason });
    }
    if (answer.status >= 400) return () => true;
    const rules = robotsParser(address, answer.body.toString('utf8'));
    const delay = rules.getCrawlDelay(agent);
    if (delay !== undefined) pace.slowDown(new URL(origin).host, delay);
    return (page: string) => rules.isAllowed(page, agent) !== false;
  }

  return {
    async allows(address, signal) {
      const { origin } = new URL(address);
      const rules = asked.get(origin) ?? ask(origin, signal);
      asked.set(origin, rules);
      return (await rules)(address);
    },
  };
}

type Rules = (address: string) => boolean | { readonly reason: string };

/** The name by which robots.txt speaks to us. */
const agent = 'Bylaw';
