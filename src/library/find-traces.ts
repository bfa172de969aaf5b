import type { Version } from '../domain.ts';
import { loggable } from '../errors.ts';
import { searchFiles } from '../search-files.ts';
import { vectorKey } from './keyword-database.ts';
import type { KeywordShelf } from './keyword-shelf.ts';
import type { Trace } from './library.ts';
import { tokensOf } from './tokens.ts';
import type { VectorShelf } from './vector-shelf.ts';

/** Enough of a text's words that no other text has them in this order. */
const tokensSought = 8;
/** Fewer words, such as those of a heading, stand in other documents in this order too, however these are written. */
const leastTokens = 5;

/** Looks for versions and texts in both indexes: by asking them, and in the bytes of their files. */
export async function findTraces(
  {
    stateDir,
    keywords,
    vectors,
  }: {
    readonly stateDir: string;
    readonly keywords: Pick<KeywordShelf, 'countTexts' | 'holds'>;
    readonly vectors: Pick<VectorShelf, 'countOf'> | undefined;
  },
  { versions, texts }: { readonly versions: readonly Version[]; readonly texts: readonly string[] },
): Promise<readonly Trace[]> {
  const telling = texts.filter((text) => tokensOf(text).length >= leastTokens);
  const phrases = telling.map((text) => tokensOf(text).slice(0, tokensSought).join(' '));
  const keys = versions.map(({ id }) => vectorKey(id));
  return [
    { place: 'keyword index', found: (await keywords.countTexts(telling)) + (await keywords.holds(versions)) },
    {
      place: 'bytes of the keyword index',
      found: searchFiles(stateDir, (name) => name.startsWith('keywords.sqlite'), phrases),
    },
    await vectorTrace(vectors, versions),
    { place: 'bytes of the vector store', found: searchFiles(stateDir, (name) => name.startsWith('chroma/'), keys) },
  ];
}

async function vectorTrace(
  vectors: Pick<VectorShelf, 'countOf'> | undefined,
  versions: readonly Version[],
): Promise<Trace> {
  const place = 'vector store, current and archived';
  try {
    const found = await vectors?.countOf(versions);
    return found === undefined ? { place, found: 0, detail: 'there is none' } : { place, found };
  } catch (error) {
    return { place, detail: loggable(error) };
  }
}
