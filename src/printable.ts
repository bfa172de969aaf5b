/** Text for a terminal: documents, file names and models are not to move the cursor, recolour the screen or ring the bell. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (char) => (char === '\n' || char === '\t' || char === '\u00ad' ? char : ''));
}
