/** A matter that is never answered from documents: whoever asks is told whom to turn to. */
export interface Topic {
  readonly name: string;
  readonly patterns: readonly RegExp[];
  /** The terms of each example question. */
  readonly examples: readonly ReadonlySet<string>[];
  /** Whom to turn to, each with how to reach them. */
  readonly contact: readonly string[];
  /** Said first; absent means a usual sentence. */
  readonly reply?: string;
}
