/** Turns texts into unit vectors. */
export interface Embedder {
  /** Names the vector space (provider, model, dimension); vectors of different spaces are never mixed. Matches `[a-z0-9.-]{3,40}`. */
  readonly space: string;
  readonly dimension: number;
  /** How a passage is cut before it is embedded; absent means that it is embedded whole. */
  readonly windows?: {
    readonly maxChars: number;
    readonly stepChars: number;
    readonly minTailChars: number;
  };
  /** Weight of this embedder's normalised cosine beside the normalised keyword score of 1. */
  readonly weight: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * One vector a text, in order, finite and of `dimension`. Questions overtake passages that wait.
   * Throws `embedder_failed` (such as for a wrong key), or the signal's reason.
   */
  embed(
    texts: readonly string[],
    options: { purpose: 'question' | 'passage'; signal?: AbortSignal },
  ): Promise<Float32Array[]>;
}
