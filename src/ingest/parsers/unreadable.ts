import { BylawError } from '../../errors.ts';

/** The reason is a predicate that follows the file's name in a report: "needs a password: …". */
export function unreadable(reason: string, cause?: unknown): BylawError {
  return new BylawError('document_unreadable', reason, cause === undefined ? undefined : { cause });
}
