/** What a sentence makes its rule depend on: a condition, for whom it holds, or how fast and how far. */
export interface Restriction {
  /** Names of the topics and figures that say it. */
  readonly names: ReadonlySet<string>;
  /** How many of them have to be told. */
  readonly needed: number;
  /** The word that opens it, and how often the sentence has it: compared where no name is its own. */
  readonly mark: { readonly name: string; readonly count: number };
  readonly kind: 'when' | 'whom' | 'manner' | 'figure';
  /** Alternatives of which one is enough: "if it is lost or stolen". */
  readonly either: readonly ReadonlySet<string>[];
  /** Names of what it limits. */
  readonly limits: ReadonlySet<string>;
  /** How many of these a statement tells that has to tell the restriction as well; 2 where absent. */
  readonly least?: number;
  /** What the period that it limits is counted from, which a title may tell as well: "the first weeks after the leave". */
  readonly anchor?: ReadonlySet<string>;
  /** As a person would recognise it. */
  readonly shown: string;
}
