import { dayNumber, isoDay, momentAt, wallClock, weekday, weekdayNames } from './calendar.mjs';
import { refuse } from './json-input.mjs';

const minuteMs = 60_000;
const longestDays = 500;

/**
 * When an answer is due. Plain minutes and hours pass on the clock; business hours pass only while the desk is open;
 * business days end when the desk closes, counted from the first open day on which the request lies there before closing.
 */
export function dueAt(now, { amount, unit }, hours, path) {
  if (unit === 'minutes') return now + amount * minuteMs;
  if (unit === 'hours') return now + amount * 60 * minuteMs;
  if (hours === undefined) return refuse(`${path}/hours`, `is needed to count ${unit}`);
  return unit === 'business-hours' ? afterHours(now, amount, hours, path) : afterDays(now, amount, hours, path);
}

/** Whether the desk is open at that moment; one without hours always is. */
export function isOpen(now, hours, path) {
  if (hours === undefined) return true;
  const [first] = openings(now, hours, path);
  return first.open <= now;
}

function afterHours(now, amount, hours, path) {
  let left = amount * 60 * minuteMs;
  for (const { open, close } of openings(now, hours, path)) {
    const start = Math.max(open, now);
    if (close - start >= left) return start + left;
    left -= close - start;
  }
  return refuse(`${path}/hours`, 'leaves too little open time within a year');
}

function afterDays(now, amount, hours, path) {
  let left = amount;
  for (const { close } of openings(now, hours, path)) {
    if (left === 0) return close;
    left -= 1;
  }
  return refuse(`${path}/hours`, 'leaves too few open days within a year');
}

/** Open stretches that end after `now`, as moments, so that a day with a clock change has the length that it has. */
function* openings(now, { timeZone, days, open, close, holidays = [] }, path) {
  const [from, to] = [minutesOf(open), minutesOf(close)];
  if (to <= from) refuse(`${path}/hours/close`, 'is not after the opening');
  for (const [n, holiday] of holidays.entries()) dayNumber(holiday, `${path}/hours/holidays/${n}`);
  const { day: today } = wallClock(now, timeZone, `${path}/hours/timeZone`);
  for (let day = today; day < today + longestDays; day += 1) {
    if (!days.includes(weekdayNames[weekday(day) - 1]) || holidays.includes(isoDay(day))) continue;
    const stretch = { open: momentAt(day, from, timeZone), close: momentAt(day, to, timeZone) };
    if (stretch.close > now) yield stretch;
  }
  refuse(`${path}/hours`, 'are closed for more than a year');
}

function minutesOf(time) {
  const [hours, minutes] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
