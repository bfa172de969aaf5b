import { refuse } from './json-input.mjs';

// The same file stands in each skill that counts days, so that every folder works on its own.

const dayMs = 86_400_000;

/** Days since 1970-01-01 of `YYYY-MM-DD`; no clock and no zone takes part, so that no day is ever 23 hours long. */
export function dayNumber(text, path = '') {
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms) || isoDay(ms / dayMs) !== text) refuse(path, `${text} is not a day of the calendar`);
  return ms / dayMs;
}

export function isoDay(day) {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** 1 is Monday, 7 is Sunday. */
export function weekday(day) {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

export const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Milliseconds of a date-time that says its offset from UTC. */
export function instantOf(text, path = '') {
  dayNumber(text.slice(0, 10), path);
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) refuse(path, `${text} is not a moment; write it like 2026-03-27T16:30:00+01:00`);
  return ms;
}

/** The wall clock in a zone: its day and the minutes since its midnight. */
export function wallClock(ms, timeZone, path = '') {
  const local = ms + offsetMs(ms, timeZone, path);
  const day = Math.floor(local / dayMs);
  return { day, minutes: Math.floor((local - day * dayMs) / 60_000) };
}

/** The moment when the wall clock of a zone shows this; a time that the spring change skips becomes the moment after the gap. */
export function momentAt(day, minutes, timeZone, path = '') {
  const local = day * dayMs + minutes * 60_000;
  const before = offsetMs(local - dayMs, timeZone, path);
  const after = offsetMs(local + dayMs, timeZone, path);
  const fits = [before, after].find((offset) => offsetMs(local - offset, timeZone, path) === offset);
  return local - (fits ?? before);
}

/** Such as `2026-03-30T11:30:00+02:00`. */
export function localText(ms, timeZone) {
  const offset = offsetMs(ms, timeZone);
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${new Date(ms + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${size}`;
}

function offsetMs(ms, timeZone, path = '') {
  const parts = Object.fromEntries(
    formatOf(timeZone, path)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return local - Math.floor(ms / 1000) * 1000;
}

const formats = new Map();

function formatOf(timeZone, path) {
  if (!formats.has(timeZone)) {
    try {
      formats.set(timeZone, new Intl.DateTimeFormat('en-US', { ...fields, timeZone, hourCycle: 'h23' }));
    } catch {
      refuse(path, `${timeZone} is not a time zone; write it like Europe/Berlin`);
    }
  }
  return formats.get(timeZone);
}

const fields = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
};
