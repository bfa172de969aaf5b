import { dayNumber } from './calendar.mjs';
import { refuse } from './json-input.mjs';
import { divideBy, multiply } from './money.mjs';

/**
 * The limit that holds for a line: on the day that decides, the city's before the country's before the one for everywhere.
 * Several of equal rank are returned together, so that nobody picks one silently.
 */
export function ratesFor(line, category, { rates, trip }) {
  const country = line.country ?? trip?.country;
  const city = plain(line.city ?? trip?.city ?? '');
  const fitting = rates
    .filter(
      (rate) => rate.category === category && holds(rate, rate.decidedBy === 'trip-start' ? trip?.start : line.date),
    )
    .filter((rate) => rate.country === undefined || rate.country === country)
    .filter((rate) => rate.cities === undefined || rate.cities.some((name) => plain(name) === city));
  const best = Math.max(...fitting.map(rank));
  return fitting.filter((rate) => rank(rate) === best);
}

const rank = (rate) => (rate.cities === undefined ? 0 : 2) + (rate.country === undefined ? 0 : 1);

function holds(rate, day) {
  if (day === undefined) return false;
  return (rate.validFrom ?? day) <= day && day <= (rate.validTo ?? day);
}

const plain = (name) =>
  name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFKD')
    .replace(/[^a-z]/g, '');

/** Checks what a schema can't say about the limits. */
export function checkRates(rates) {
  for (const [n, rate] of rates.entries()) {
    const from = rate.validFrom === undefined ? -Infinity : dayNumber(rate.validFrom, `/rates/${n}/validFrom`);
    const to = rate.validTo === undefined ? Infinity : dayNumber(rate.validTo, `/rates/${n}/validTo`);
    if (to < from) refuse(`/rates/${n}/validTo`, 'is before validFrom');
  }
}

/** Converts by the rate of the day, or of the last day before it, in either direction; undefined where no rate was given. */
export function convert(minor, from, to, date, { fx = [] }, run) {
  if (from === to) return minor;
  const fitting = fx.filter((rate) => rate.date <= date && isBetween(rate, from, to));
  const rate = fitting.sort((a, b) => (a.date < b.date ? 1 : -1))[0];
  if (rate === undefined) {
    addOnce(run.warnings, `No rate between ${from} and ${to} on or before ${date} was given.`);
    return undefined;
  }
  if (dayNumber(date) - dayNumber(rate.date) > 4)
    addOnce(run.warnings, `The rate between ${from} and ${to} for ${date} is of ${rate.date}.`);
  const text = `1 ${rate.from} = ${rate.rate} ${rate.to} (${rate.origin}, ${rate.date})`;
  if (!run.steps.some((step) => step.text === text)) run.steps.push({ text, sources: [] });
  return rate.from === from ? multiply(minor, rate.rate, from, to) : divideBy(minor, rate.rate, from, to);
}

const isBetween = (rate, a, b) => (rate.from === a && rate.to === b) || (rate.from === b && rate.to === a);

function addOnce(list, text) {
  if (!list.includes(text)) list.push(text);
}

/** Checks what a schema can't say about exchange rates. */
export function checkFx(fx = []) {
  for (const [n, { date, rate }] of fx.entries()) {
    dayNumber(date, `/fx/${n}/date`);
    if (!/[1-9]/.test(rate)) refuse(`/fx/${n}/rate`, 'must be more than 0');
  }
}
