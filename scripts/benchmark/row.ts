/** One measured figure. */
export interface BenchmarkRow {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: string;
}
