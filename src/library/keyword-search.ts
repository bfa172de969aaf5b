import type { SQLOutputValue, StatementSync } from 'node:sqlite';
import { bm25, type Corpus, idf, pairScore } from './bm25.ts';
import type { Synonyms } from './glossary.ts';
import type { KeywordHit, KeywordQuery, KeywordResult } from './keyword-database.ts';
import { mendToken, type Vocabulary } from './mend-token.ts';
import { takeBest } from './take-best.ts';
import { tokensOf } from './tokens.ts';

/** Prepares a statement, or finds it prepared already. */
export type Sql = (text: string) => StatementSync;

type Row = Record<string, SQLOutputValue>;

const candidates = 200;
// Ranking a matching row costs about a microsecond, so a question is searched by its rarest tokens, as many as keep to
// this many rows, and scored by all of them. Below about 20,000 passages that leaves out nothing.
const maxMatches = 20_000;
const maxMatchedTokens = 64;
// Words that the asker did not use never outrank those that they did.
const mendedShare = 0.8;
const synonymShare = 0.4;
// Each costs a look through a part of the vocabulary: a millisecond at 5,000 passages, and more with each of them.
const maxMended = 3;
const largeIndex = 20_000;

/** One search in the index: what is looked for, found, and scored by exact BM25. */
export function searchKeywords(sql: Sql, query: KeywordQuery): KeywordResult {
  const sets = sql('SELECT id, passages, tokens FROM sets WHERE key IN (SELECT value FROM json_each(?))').all(
    JSON.stringify(query.audienceKeys),
  );
  const words = tokensOf(query.text);
  const vocabulary = vocabularyOf(sql, sets);
  const mended = mendUnknown(words, vocabulary);
  const own = new Set(words.flatMap((word) => mended.get(word) ?? [word]));
  const synonyms = (query.synonyms ?? []).flatMap(({ words }) => words);
  const corpus = corpusOf(sets, vocabulary, [...new Set([...own, ...synonyms.flatMap(tokensOf)])]);
  const weights = new Map([...own].map((token) => [token, idf(corpus, token)]));
  const idfSum = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const knownTokens = corpus.frequencies.size;
  const { passages } = corpus;
  if (knownTokens === 0) return { hits: [], idfSum, weights, passages, knownTokens, mended: [], synonyms: [] };

  const guessed = new Set([...mended.values()].flat().filter((token) => !words.includes(token)));
  const shares = new Map([
    ...[...weights].map(([token, weight]) => [token, weight * (guessed.has(token) ? mendedShare : 1)] as const),
    ...[...synonymWeights(query.synonyms ?? [], corpus)].filter(([token]) => !own.has(token)),
  ]);
  const pairs = pairsOf(words, corpus);
  const plain = new Map<number, number>();
  const scored = takeBest(matches(sql, sets, corpus, query), candidates, (row) => {
    const [id, text] = [number(row.id), String(row.tokens)];
    const score = bm25(corpus, shares, { text, length: number(row.length) });
    plain.set(id, score);
    return { id, score: score + pairScore(pairs, text) };
  });
  const places = placesOf(sql, scored);
  const hits = scored.flatMap(({ id, score }): KeywordHit[] => {
    const place = places.get(id);
    return place ? [{ ...place, score, bm25: plain.get(id) ?? 0 }] : [];
  });
  const isKnown = (token: string) => corpus.frequencies.has(token);
  return {
    ...{ hits, idfSum, weights, passages, knownTokens, mended: [...guessed] },
    synonyms: synonyms.filter((phrase) => tokensOf(phrase).some(isKnown)),
  };
}

/** The tokens of a phrase share a part of the weight of what it stands for, so that three words don't outweigh one. */
function synonymWeights(synonyms: readonly Synonyms[], corpus: Corpus): Map<string, number> {
  const sum = (tokens: readonly string[]) => tokens.reduce((total, token) => total + idf(corpus, token), 0);
  const weights = new Map<string, number>();
  for (const { asked, words } of synonyms) {
    // An acronym such as IT has no token of its own, and is as rare as an unknown one.
    const least = Math.min(...asked.map((word) => sum(tokensOf(word)) || idf(corpus, '')));
    for (const tokens of words.map(tokensOf)) {
      const share = (synonymShare * Math.min(least, sum(tokens))) / Math.max(sum(tokens), Number.MIN_VALUE);
      for (const token of tokens) weights.set(token, Math.max(weights.get(token) ?? 0, idf(corpus, token) * share));
    }
  }
  return weights;
}

/** What unknown words of the question were probably meant to be; only what the asked sets hold is ever looked at. */
function mendUnknown(words: readonly string[], vocabulary: Vocabulary): Map<string, readonly string[]> {
  const unknown = [...new Set(words)].filter((word) => vocabulary.frequency(word) === 0).slice(0, maxMended);
  return new Map(
    unknown.flatMap((word) => {
      const meant = mendToken(word, vocabulary);
      return meant.length === 0 ? [] : [[word, meant] as const];
    }),
  );
}

function vocabularyOf(sql: Sql, sets: readonly Row[]): Vocabulary {
  const terms = sets.map((set) => `terms_${number(set.id)}`);
  const passages = sets.reduce((sum, set) => sum + number(set.passages), 0);
  const count = (token: string) =>
    terms.reduce((sum, table) => sum + number(sql(`SELECT doc FROM ${table} WHERE term = ?`).get(token)?.doc), 0);
  // Each look costs as much as ranking dozens of rows, and a question's tokens are looked up several times.
  const counted = new Map<string, number>();
  return {
    sureLetters: passages > largeIndex ? 2 : 1,
    frequency(token) {
      const frequency = counted.get(token) ?? count(token);
      counted.set(token, frequency);
      return frequency;
    },
    beginningWith(start, least, most) {
      const found = new Map<string, number>();
      for (const table of terms) {
        const near = sql(
          `SELECT term, doc FROM ${table} WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?`,
        );
        for (const { term, doc } of near.all(start, `${start}\u{10ffff}`, least, most))
          found.set(String(term), (found.get(String(term)) ?? 0) + number(doc));
      }
      return [...found];
    },
  };
}

function corpusOf(sets: readonly Row[], vocabulary: Vocabulary, tokens: readonly string[]): Corpus {
  const frequencies = new Map(
    tokens.map((token) => [token, vocabulary.frequency(token)] as const).filter(([, frequency]) => frequency > 0),
  );
  return {
    passages: sets.reduce((sum, set) => sum + number(set.passages), 0),
    tokens: sets.reduce((sum, set) => sum + number(set.tokens), 0),
    frequencies,
  };
}

/** Words that follow each other in the question, without stop words, where both occur somewhere. */
function pairsOf(words: readonly string[], corpus: Corpus): Map<string, number> {
  const pairs = new Map<string, number>();
  for (const [i, second] of words.entries()) {
    const first = words[i - 1];
    if (first === undefined || first === second) continue;
    if (!corpus.frequencies.has(first) || !corpus.frequencies.has(second)) continue;
    pairs.set(`${first} ${second}`, Math.min(idf(corpus, first), idf(corpus, second)));
  }
  return pairs;
}

/** One list for each set, roughly in order. */
function matches(sql: Sql, sets: readonly Row[], corpus: Corpus, { without, only }: KeywordQuery): Iterator<Row>[] {
  const match = rarest(corpus.frequencies)
    .map((token) => `"${token}"`)
    .join(' OR ');
  const excluded = new Set(without);
  const list = JSON.stringify(only ? only.filter((version) => !excluded.has(version)) : without);
  return sets.map((set) =>
    sql(`SELECT f.rowid AS id, f.tokens, p.tokens AS length FROM text_${number(set.id)} f
         CROSS JOIN passages p ON p.id = f.rowid
         WHERE f.tokens MATCH ? AND p.version_id ${only ? 'IN' : 'NOT IN'} (
           SELECT id FROM versions WHERE version IN (SELECT value FROM json_each(?)))
         ORDER BY f.rank LIMIT ${candidates}`).iterate(match, list),
  );
}

function placesOf(sql: Sql, rows: readonly { readonly id: number }[]) {
  return new Map(
    sql(`SELECT p.id, v.version, v.title, p.n FROM json_each(?) j CROSS JOIN passages p ON p.id = j.value
         CROSS JOIN versions v ON v.id = p.version_id`)
      .all(JSON.stringify(rows.map(({ id }) => id)))
      .map((row) => [number(row.id), { version: String(row.version), title: String(row.title), n: number(row.n) }]),
  );
}

function rarest(frequencies: ReadonlyMap<string, number>): string[] {
  const chosen: string[] = [];
  let matched = 0;
  for (const [token, df] of [...frequencies].sort(([, a], [, b]) => a - b)) {
    matched += df;
    if (chosen.length > 0 && (matched > maxMatches || chosen.length === maxMatchedTokens)) break;
    chosen.push(token);
  }
  return chosen;
}

function number(value: SQLOutputValue | undefined): number {
  return Number(value ?? 0);
}
