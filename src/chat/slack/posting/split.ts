const fence = '```';
/** Room to close a code fence at the end of a piece and open it again in the next. */
const fenceRoom = 2 * (fence.length + 1);

/**
 * Cuts a text into pieces of at most `limit` characters (100 or more): between paragraphs, else lines, else words, else
 * anywhere but inside a character or an entity. A code fence that is cut is closed and opened again.
 */
export function splitText(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text.trimEnd();
  while (rest.length > limit) {
    const cut = cutAt(rest, limit - fenceRoom);
    const piece = rest.slice(0, cut).trimEnd();
    const open = (piece.match(/^\s*```/gm) ?? []).length % 2 === 1;
    if (piece !== '') pieces.push(open ? `${piece}\n${fence}` : piece);
    // Within a paragraph the next piece begins with its next word; indentation of a new line is kept.
    const left = rest.slice(cut).replace(/^(?:[ \t]*\n)+|^ /, '');
    rest = open ? `${fence}\n${left}` : left;
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Cuts literal text into pieces of at most `limit` characters that give the text again when they are joined. */
export function splitPlain(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const space = Math.max(rest.lastIndexOf('\n', limit - 1), rest.lastIndexOf(' ', limit - 1)) + 1;
    const cut = space >= limit / 10 ? space : hardCut(rest, limit);
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return rest === '' ? pieces : [...pieces, rest];
}

function cutAt(text: string, limit: number): number {
  const head = text.slice(0, limit + 1);
  // A cut in the first tenth would leave a piece of next to nothing.
  const least = Math.ceil(limit / 10);
  for (const separator of ['\n\n', '\n', ' ']) {
    const at = head.lastIndexOf(separator);
    if (at >= least) return at;
  }
  return hardCut(text, limit);
}

function hardCut(text: string, limit: number): number {
  const entity = /&#?\w{0,31}$/.exec(text.slice(Math.max(0, limit - 33), limit));
  const at = entity && /^[#\w]*;/.test(text.slice(limit, limit + 33)) ? limit - entity[0].length : limit;
  const lead = text.charCodeAt(at - 1);
  return lead >= 0xd800 && lead <= 0xdbff ? at - 1 : at;
}
