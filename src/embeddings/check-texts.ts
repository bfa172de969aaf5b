import { BylawError } from '../errors.ts';

/**
 * Throws for the first text that holds nothing but white space, since an embedder would give it a vector that means
 * nothing, or refuse the whole request. Leaving such texts out is the caller's part: each vector belongs to a text.
 */
export function rejectBlankTexts(texts: readonly string[]): void {
  const index = texts.findIndex((text) => text.trim() === '');
  if (index < 0) return;
  throw new BylawError('internal', `Text ${index} of ${texts.length} to embed is blank: leave blank texts out.`);
}
