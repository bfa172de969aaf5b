/** One measured figure. */
export interface BenchmarkRow {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: string;
  /** The target was missed, and the run counts as failed. */
  readonly missed?: boolean;
}
