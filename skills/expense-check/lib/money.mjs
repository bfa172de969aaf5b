import { refuse } from './json-input.mjs';

// Amounts are whole minor units as BigInt; no amount is ever a floating-point number.

/** ISO 4217 currencies that don't have two decimal places. */
const decimals = { BHD: 3, JOD: 3, KWD: 3, OMR: 3, TND: 3, CLP: 0, ISK: 0, JPY: 0, KRW: 0, UGX: 0, VND: 0 };

const placesOf = (currency) => decimals[currency] ?? 2;

export function toMinor(text, currency, path) {
  const places = placesOf(currency);
  const [whole, part = ''] = text.split('.');
  if (/[1-9]/.test(part.slice(places))) refuse(path, `${text} has more decimal places than ${currency} has`);
  return BigInt(whole + part.slice(0, places).padEnd(places, '0'));
}

/** Such as { amount: "38.00", minor: 3800, currency: "EUR" }. */
export function money(minor, currency) {
  return { amount: format(minor, currency), minor: Number(minor), currency };
}

export function format(minor, currency) {
  const places = placesOf(currency);
  const digits = String(minor).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** `minor` × a decimal written as text, to whole units of another currency; half a unit goes up. */
export function multiply(minor, decimal, from, to) {
  const [whole, part = ''] = decimal.split('.');
  const n = minor * BigInt(whole + part) * 10n ** BigInt(placesOf(to));
  return divide(n, 10n ** BigInt(part.length + placesOf(from)));
}

/** `minor` ÷ a decimal written as text, for a rate that is quoted the other way round. */
export function divideBy(minor, decimal, from, to) {
  const [whole, part = ''] = decimal.split('.');
  const n = minor * 10n ** BigInt(part.length + placesOf(to));
  return divide(n, BigInt(whole + part) * 10n ** BigInt(placesOf(from)));
}

/** A percentage with up to two decimal places; half a unit goes up. */
export function percent(minor, share) {
  return divide(minor * BigInt(Math.round(share * 100)), 10_000n);
}

function divide(n, d) {
  return (2n * n + d) / (2n * d);
}
