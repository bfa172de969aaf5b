const samples = 2000;

/** The mean of paired differences with its 95 % interval: bootstrap over questions, with a fixed seed. */
export function interval(differences: readonly number[]): { mean: number; low: number; high: number } {
  const random = mulberry32(7);
  const means = Array.from({ length: samples }, () => {
    let sum = 0;
    for (let i = 0; i < differences.length; i++) sum += differences[Math.floor(random() * differences.length)] ?? 0;
    return sum / differences.length;
  }).sort((a, b) => a - b);
  const low = means[Math.floor(samples * 0.025)] ?? 0;
  return { mean: mean(differences), low, high: means[Math.floor(samples * 0.975)] ?? 0 };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

export function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

/** A small seeded generator (Tommy Ettinger's mulberry32), so that a run can be repeated. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
