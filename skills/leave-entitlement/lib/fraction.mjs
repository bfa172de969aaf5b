import { refuse } from './json-input.mjs';

// Exact fractions, so that 28 days × 3/5 never becomes 16.799999999999997 and rounds to another half day.

export const zero = { n: 0n, d: 1n };

export function fraction(value, path) {
  const scaled = Math.round(value * 10_000);
  if (Math.abs(scaled / 10_000 - value) > 1e-9) refuse(path, 'has more than four decimal places');
  return ratio(scaled, 10_000);
}

export function ratio(n, d) {
  return reduce(BigInt(n), BigInt(d));
}

function reduce(n, d) {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? zero : { n: n / a, d: d / a };
}

export const plus = (a, b) => reduce(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a, b) => reduce(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a, b) => reduce(a.n * b.n, a.d * b.d);
export const over = (a, b) => reduce(a.n * b.d, a.d * b.n);
export const less = (a, b) => a.n * b.d < b.n * a.d;
export const sum = (all) => all.reduce(plus, zero);
export const toNumber = ({ n, d }) => Math.round((Number(n) / Number(d)) * 10_000) / 10_000;

export function show(value) {
  const number = toNumber(value);
  return `${fractionEquals(value, number) ? '' : '≈ '}${number}`;
}

function fractionEquals({ n, d }, number) {
  return n * 10_000n === BigInt(Math.round(number * 10_000)) * d;
}
