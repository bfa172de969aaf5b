const firstMs = 1000;
const longestMs = 60_000;

/** How long to wait after so many failures in a row: anything up to a bound that doubles, so that many don't come at once. */
export function fullJitter(failures: number, random: () => number): number {
  return random() * Math.min(longestMs, firstMs * 2 ** Math.min(failures, 16));
}
