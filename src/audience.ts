import { createHash } from 'node:crypto';

/** The audience set of documents that everyone may read. */
export const everyone = 'everyone';

/** Names an audience set; equal sets have equal keys. Takes the groups sorted and distinct, as metadata holds them. */
export function audienceKey(audience: readonly string[]): string {
  if (audience.length === 0) return everyone;
  return `a-${createHash('sha256').update(audience.join('\0')).digest('hex').slice(0, 12)}`;
}
