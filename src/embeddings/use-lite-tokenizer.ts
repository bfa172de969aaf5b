/** Pieces of text with their log probability, in the order of their ids, as `vocab.json` holds them. */
export type Vocabulary = readonly (readonly [piece: string, score: number | null])[];

/** Turns a text into the ids of its word pieces, at most `limit` of them. */
export type Tokenize = (text: string, limit: number) => number[];

/** Stands for a space, in the vocabulary and at the start of every word. */
const separator = '\u2581';
const unknownId = 0;
/** The first ids are control symbols, which no text matches. */
const reservedIds = 6;
const cachedWords = 50_000;
const cachedWordChars = 40;

/**
 * The tokenizer of Universal Sentence Encoder lite (unigram SentencePiece), with the tokens that the
 * `@energetic-ai/embeddings` package gives, quirks included.
 *
 * That package finds the best path over the whole text. Every word starts with the separator and no piece holds a
 * separator further on, so each word can be solved alone, and be remembered. Two things cross that border. The original
 * takes a best score of 0 for "not reached yet", and pieces whose score is `null` count as 0, so that the first word,
 * which starts from 0, can lose them: it is solved by itself. And where the same pieces fit in any order (a run of
 * dashes), the original's order hangs on how the scores of all earlier words were rounded: here it is always the same.
 */
export function createUseLiteTokenizer(vocabulary: Vocabulary): Tokenize {
  const trie = buildTrie(vocabulary);
  const first = rememberWords((word) => solveWord(word, trie, vocabulary, 0));
  const later = rememberWords((word) => solveWord(word, trie, vocabulary, -1));

  return (text, limit) => {
    const ids: number[] = [];
    const marked = separator + text.normalize('NFKC').replaceAll(' ', separator);
    for (let start = 0; start < marked.length && ids.length < limit; ) {
      const next = marked.indexOf(separator, start + 1);
      const end = next < 0 ? marked.length : next;
      const word = marked.slice(start, end);
      for (const id of start === 0 ? first(word) : later(word)) ids.push(id);
      start = end;
    }
    return ids.slice(0, limit);
  };
}

interface TrieNode {
  readonly children: Map<string, TrieNode>;
  piece?: { readonly id: number; readonly score: number };
}

function buildTrie(vocabulary: Vocabulary): TrieNode {
  const root: TrieNode = { children: new Map() };
  for (const [id, [piece, score]] of vocabulary.entries()) {
    if (id < reservedIds) continue;
    let node = root;
    for (const symbol of piece) {
      let child = node.children.get(symbol);
      if (!child) {
        child = { children: new Map() };
        node.children.set(symbol, child);
      }
      node = child;
    }
    node.piece = { id, score: score ?? 0 };
  }
  return root;
}

/** Viterbi: the best way to cut `word` into pieces, where ties go to the later start. `base` is the score so far. */
function solveWord(word: string, trie: TrieNode, vocabulary: Vocabulary, base: number): readonly number[] {
  const symbols = [...word];
  const best = new Float64Array(symbols.length + 1);
  const lastPiece = new Int32Array(symbols.length + 1);
  best[0] = base;
  const reach = (end: number, id: number, score: number) => {
    const known = best[end] ?? 0;
    if (known !== 0 && score < known) return;
    best[end] = score;
    lastPiece[end] = id;
  };

  for (let start = 0; start < symbols.length; start++) {
    const scoreHere = best[start] ?? 0;
    let matched = false;
    let node = trie.children.get(symbols[start] ?? '');
    for (let end = start + 1; node; end++) {
      if (node.piece) {
        matched = true;
        reach(end, node.piece.id, scoreHere + node.piece.score);
      }
      node = end < symbols.length ? node.children.get(symbols[end] ?? '') : undefined;
    }
    if (!matched) reach(start + 1, unknownId, scoreHere);
  }

  const backwards: number[] = [];
  for (let end = symbols.length; end > 0; ) {
    const id = lastPiece[end] ?? unknownId;
    const repeatsUnknown = id === unknownId && backwards.at(-1) === unknownId;
    if (!repeatsUnknown) backwards.push(id);
    end -= vocabulary[id]?.[0].length ?? 1;
  }
  return backwards.reverse();
}

function rememberWords(solve: (word: string) => readonly number[]): (word: string) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  return (word) => {
    const seen = known.get(word);
    if (seen) return seen;
    const ids = solve(word);
    if (word.length <= cachedWordChars) {
      if (known.size >= cachedWords) known.clear();
      known.set(word, ids);
    }
    return ids;
  };
}
