/** One text of all pages, with the place where each begins. */
export function joinPages(pages: readonly string[]): { text: string; pageStarts: number[] } {
  let text = '';
  const pageStarts: number[] = [];
  for (const page of pages) {
    if (text !== '' && page !== '') text += '\n\n';
    pageStarts.push(text.length);
    text += page;
  }
  return { text, pageStarts };
}
