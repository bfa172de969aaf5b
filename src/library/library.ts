import type { FilterTerm, IsoDate, Passage, Version } from '../domain.ts';

/** The searchable passages: a keyword index that answers at once and vectors that follow. */
export interface Library {
  /** Opens the keyword index and compares it with the records; what is missing or broken is rebuilt from them. */
  start(): Promise<LibraryOpening>;
  stop(): Promise<void>;
  /**
   * Makes the passages of versions findable by keyword; vectors follow with `embedPending`. Past ones move into the
   * archive, which only questions about earlier days are asked of.
   */
  add(versions: readonly Version[]): Promise<void>;
  /** Leaves nothing of these versions behind, in the keyword index and in every vector collection. */
  remove(versions: readonly Version[]): Promise<void>;
  /**
   * As `remove`, and leaves nothing of them in the files of this machine either: the keyword index is written anew, and
   * so is an embedded vector store, which `embedPending` fills again from the cache.
   */
  erase(versions: readonly Version[]): Promise<void>;
  /** What is found of these versions and texts now, by the place; 0 means that it was searched and holds nothing. */
  traces(wanted: {
    readonly versions: readonly Version[];
    readonly texts: readonly string[];
  }): Promise<readonly Trace[]>;
  /** Embeds and stores what is missing, a batch at a time, until nothing is pending or the signal aborts. */
  embedPending(options: {
    signal?: AbortSignal;
    onProgress?: (progress: EmbedProgress) => void;
  }): Promise<EmbedProgress>;
  countPending(): Promise<number>;
  search(query: SearchQuery): Promise<SearchOutcome>;
  health(): Promise<readonly HealthLine[]>;
}

export interface Trace {
  readonly place: string;
  /** Absent where it could not be searched. */
  readonly found?: number;
  readonly detail?: string;
}

export interface LibraryOpening {
  readonly rebuilt: boolean;
  readonly detail?: string;
}

export interface EmbedProgress {
  /** Texts that an embedder was asked for in this call; cached ones are not among them. */
  readonly embedded: number;
  /** Versions whose vectors are still missing. */
  readonly pending: number;
}

export interface SearchQuery {
  readonly text: string;
  readonly limit: number;
  /** Only these audience sets are asked, and only documents come back whose newest version stands in one of them. */
  readonly audienceKeys: readonly string[];
  /** The day whose rules are looked for; for one before today the archive is asked too. */
  readonly on: IsoDate;
  /** Looks only among versions that take effect after the day, so that they can be announced. */
  readonly upcoming?: true;
  readonly filter?: readonly FilterTerm[];
  readonly signal?: AbortSignal;
}

export interface SearchHit {
  readonly passage: Passage;
  readonly version: Version;
  /** Fused score: keyword score relative to the best, plus the embedder's weight times the normalised cosine, plus what its title adds. */
  readonly score: number;
  /** Where the same text stands as well; absent means nowhere. */
  readonly copies?: readonly { readonly passage: Passage; readonly version: Version }[];
}

export interface SearchOutcome {
  readonly hits: readonly SearchHit[];
  /** What was looked for besides the question's own words: from the glossary, and in place of words spelled wrong. */
  readonly alsoSearched?: readonly string[];
  /**
   * How much of the question the best passage covers: its BM25 score divided by the sum of the idf of the question's
   * distinct tokens, about 0 to 1.5. 0 if no keyword matches.
   */
  readonly coverage: number;
  /** How rare each distinct word of the question is in what was searched: its idf, by its stem. */
  readonly rarity: ReadonlyMap<string, number>;
  /** How many passages the asked audience sets hold, whatever else narrows the search. */
  readonly passages: number;
  /** False while the vectors could not be asked (not ready, store down, embedder down). */
  readonly usedVectors: boolean;
}

export interface HealthLine {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What to do, when not ok. */
  readonly fix?: string;
}
