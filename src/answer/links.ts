/** Web and mail addresses in a text, bare domains included, since chats make links of them. */
export function linksIn(text: string): string[] {
  const found = [...text.matchAll(address)].map(([link]) => link.replace(/[.,;:!?'"”)\]}>*_]+$/, ''));
  const targets = [...text.matchAll(markdownTarget)].map(([, target = '']) => target);
  return [...new Set([...found, ...targets])].filter((link) => link !== '');
}

const address =
  /\b(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|tel:|www\.)[^\s<>|]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|app|ai|co|eu|de|uk|us|info|biz|ru|cn|me|ly|gov|edu|xyz|site|online|example)\b(?:\/[^\s<>|]*)?/gi;
const markdownTarget = /\]\(\s*<?([^)\s>]+)/g;
