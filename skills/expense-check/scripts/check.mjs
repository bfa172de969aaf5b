import { dayNumber } from '../lib/calendar.mjs';
import { note, refuse, runScript } from '../lib/json-input.mjs';
import { format, money, multiply, percent, toMinor } from '../lib/money.mjs';
import { checkFx, checkRates, convert, ratesFor } from '../lib/rates.mjs';

/**
 * What of each line may be paid. Limits and rules come in with the passage they stand in.
 * A line is `ok`, `cut` to a limit, `refused` by a rule, or `unclear` where no single limit or no exchange rate was given.
 */
export function checkExpenses(input) {
  const run = { steps: [], warnings: [] };
  const submitted = dayNumber(input.submitted, '/submitted');
  if (input.trip !== undefined) dayNumber(input.trip.start, '/trip/start');
  checkRates(input.rates);
  checkFx(input.fx);
  checkIds(input);
  const lines = input.lines.map((line, n) => checkLine(line, n, submitted, input, run));
  const total = (pick) =>
    money(
      lines.reduce((all, line) => all + pick(line), 0n),
      input.currency,
    );
  const totals = {
    claimed: total((line) => line.claimedTotal),
    allowed: total((line) => line.allowedTotal),
    waitingForReceipt: total((line) => (line.needsReceipt ? line.allowedTotal : 0n)),
    payable: total((line) => (line.needsReceipt ? 0n : line.allowedTotal)),
  };
  run.steps.push({
    text: `Total: ${totals.payable.amount} ${input.currency} payable, ${totals.waitingForReceipt.amount} ${input.currency} once receipts are there, of ${totals.claimed.amount} ${input.currency} claimed`,
    sources: [],
  });
  return {
    lines: lines.map(({ claimedTotal, allowedTotal, ...line }) => line),
    totals,
    missingReceipts: lines.filter((line) => line.needsReceipt).map((line) => line.id),
    late: lines.filter((line) => line.late).map((line) => line.id),
    unclear: lines.filter((line) => line.status === 'unclear').map((line) => line.id),
    ...run,
  };
}

function checkIds({ lines, rules }) {
  const ids = lines.map(({ id }) => id);
  const double = ids.findIndex((id, n) => ids.indexOf(id) !== n);
  if (double >= 0) refuse(`/lines/${double}/id`, `${ids[double]} stands twice`);
  for (const [n, { lineId }] of (rules.notPaid ?? []).entries())
    if (!ids.includes(lineId)) refuse(`/rules/notPaid/${n}/lineId`, `${lineId} is not a line`);
}

function checkLine(line, n, submitted, input, run) {
  const age = submitted - dayNumber(line.date, `/lines/${n}/date`);
  if (age < 0) refuse(`/lines/${n}/date`, 'is after the day of submission');
  const { currency } = line;
  const amount = toMinor(line.amount, currency, `/lines/${n}/amount`);
  const state = { line, n, amount, allowed: amount, reasons: [], status: 'ok', late: false };
  const log = (text, ...inputs) => note(run, `${line.id}: ${text}`, ...inputs);
  const excluded = input.rules.notPaid?.find(({ lineId }) => lineId === line.id);
  if (excluded !== undefined) refuseLine(state, 'the policy excludes it', excluded, log);
  applyDeadline(state, age, input.rules.deadline, log);
  if (state.status === 'ok') applyProvidedMeal(state, input, run, log);
  if (state.status === 'ok') applyAlcohol(state, input.rules.alcohol, run, log);
  if (state.status === 'ok') applyLimit(state, input, run, log);
  if (state.status === 'ok' && state.allowed < amount) state.status = 'cut';
  const allowed = state.status === 'unclear' || state.status === 'refused' ? 0n : state.allowed;
  const needsReceipt = allowed > 0n && missesReceipt(state, input, run, log);
  const inTotals = (minor) => convert(minor, currency, input.currency, line.date, input, run);
  const [claimedTotal, allowedTotal] = [inTotals(amount), inTotals(allowed)];
  if (claimedTotal === undefined) state.status = 'unclear';
  // There and back again, a limit must not gain a cent.
  const capped = state.limitTotal !== undefined && allowedTotal > state.limitTotal ? state.limitTotal : allowedTotal;
  return {
    id: line.id,
    status: state.status,
    claimed: money(amount, currency),
    allowed: money(allowed, currency),
    excess: money(amount - allowed, currency),
    reasons: state.reasons,
    needsReceipt,
    late: state.late,
    claimedTotal: claimedTotal ?? 0n,
    allowedTotal: capped ?? 0n,
  };
}

function refuseLine(state, reason, rule, log) {
  state.status = 'refused';
  state.reasons.push(reason);
  log(`not paid: ${reason}`, rule);
}

function applyDeadline(state, age, rule, log) {
  if (rule === undefined || age <= rule.days) return;
  state.late = true;
  if (rule.refusedAfterDays !== undefined && age > rule.refusedAfterDays) {
    refuseLine(state, `${age} days after the purchase, more than ${rule.refusedAfterDays}`, rule, log);
  } else {
    state.reasons.push(`${age} days after the purchase, due within ${rule.days}`);
    log(`late: ${age} days after the purchase, due within ${rule.days}`, rule);
  }
}

function applyProvidedMeal(state, { trip, rules }, run, log) {
  const { line } = state;
  const provided = trip?.mealsProvided?.some(({ date, meal }) => date === line.date && meal === line.category);
  if (!provided) return;
  if (rules.mealsProvided === undefined)
    run.warnings.push(`${line.id}: the meal was provided, but no passage was given that says what follows.`);
  else refuseLine(state, 'the meal was provided', rules.mealsProvided, log);
}

function applyAlcohol(state, rule, run, log) {
  const { line, n, amount } = state;
  if (line.alcohol === undefined) return;
  const alcohol = toMinor(line.alcohol, line.currency, `/lines/${n}/alcohol`);
  if (alcohol > amount) refuse(`/lines/${n}/alcohol`, 'is more than the amount');
  if (alcohol === 0n) return;
  if (rule === undefined) {
    run.warnings.push(`${line.id}: it holds alcohol, but no rule about alcohol was given.`);
    return;
  }
  const paid = rule.categories.includes(line.category) ? percent(amount, rule.maxPercentOfBill) : 0n;
  const cut = alcohol > paid ? alcohol - paid : 0n;
  const share = rule.categories.includes(line.category)
    ? `up to ${rule.maxPercentOfBill} % of the bill`
    : 'not for this category';
  log(`alcohol ${line.alcohol} ${line.currency}, paid ${share}: ${format(cut, line.currency)} taken off`, rule);
  if (cut === 0n) return;
  state.allowed -= cut;
  state.reasons.push(`alcohol above what is paid: ${format(cut, line.currency)}`);
}

function applyLimit(state, input, run, log) {
  const { line, n } = state;
  const rate = singleRate(state, line.category, input, run);
  if (rate === undefined) return;
  const [count, unit] = countOf(line, n);
  let limit = multiply(toMinor(rate.limit, rate.currency, '/rates'), count, rate.currency, rate.currency);
  log(`limit ${rate.limit} × ${count} ${unit} = ${format(limit, rate.currency)} ${rate.currency}`, rate);
  limit -= deductions(state, rate, input, run, log);
  if (limit < 0n) limit = 0n;
  if (rate.currency === input.currency) state.limitTotal = limit;
  const inLine = convert(limit, rate.currency, line.currency, line.date, input, run);
  if (inLine === undefined) {
    state.status = 'unclear';
    state.reasons.push(`no exchange rate from ${rate.currency} to ${line.currency}`);
  } else if (state.allowed > inLine) {
    state.reasons.push(`above the limit of ${format(inLine, line.currency)} ${line.currency}`);
    log(
      `${format(state.allowed, line.currency)} is above the limit, so ${format(inLine, line.currency)} ${line.currency} is allowed`,
      rate,
    );
    state.allowed = inLine;
  } else log(`${format(state.allowed, line.currency)} ${line.currency} is within the limit`, rate);
}

function singleRate(state, category, input, run) {
  const rates = ratesFor(state.line, category, input);
  if (rates.length === 1) return rates[0];
  if (rates.length === 0 && category === 'other') {
    run.warnings.push(`${state.line.id}: no limit was given for it; only the general rules were checked.`);
    return undefined;
  }
  state.status = 'unclear';
  state.reasons.push(
    rates.length === 0
      ? `no limit for ${category} was given that holds here on that day`
      : 'several limits hold on that day',
  );
  return undefined;
}

function countOf(line, n) {
  if (line.category === 'hotel') return [String(line.nights ?? 1), 'nights'];
  if (line.category === 'mileage')
    return [line.distance ?? refuse(`/lines/${n}/distance`, 'is missing'), 'km or miles'];
  if (line.category.startsWith('per-diem') || line.category === 'other') return ['1', 'day or item'];
  return [String(line.people ?? 1), 'people'];
}

/** A per diem shrinks for each provided meal by a share of the full-day rate. */
function deductions(state, rate, input, run, log) {
  const { line } = state;
  const fromTrip = input.trip?.mealsProvided?.filter(({ date }) => date === line.date).map(({ meal }) => meal) ?? [];
  const meals = new Set([...(line.mealsProvided ?? []), ...fromTrip]);
  if (!line.category.startsWith('per-diem') || meals.size === 0) return 0n;
  const rule = input.rules.perDiemDeductions;
  const full = line.category === 'per-diem-full-day' ? rate : singleRate(state, 'per-diem-full-day', input, run);
  if (rule === undefined || full === undefined || full.currency !== rate.currency) {
    run.warnings.push(`${line.id}: meals were provided, but what they take off the per diem was not given.`);
    state.status = 'unclear';
    return 0n;
  }
  let off = 0n;
  for (const meal of meals) {
    const share = rule[`${meal}Percent`];
    const part = percent(toMinor(full.limit, full.currency, '/rates'), share);
    log(
      `${meal} provided: ${share} % of ${full.limit} = ${format(part, full.currency)} ${full.currency} taken off`,
      rule,
      full,
    );
    off += part;
  }
  return off;
}

function missesReceipt({ line, amount, reasons }, input, run, log) {
  const rule = input.rules.receipt;
  if (rule === undefined || line.receipt || /^(per-diem|mileage)/.test(line.category)) return false;
  const [from] = [...rule.from.filter(({ currency }) => currency === line.currency), ...rule.from];
  const threshold = convert(
    toMinor(from.amount, from.currency, '/rules/receipt'),
    from.currency,
    line.currency,
    line.date,
    input,
    run,
  );
  if (threshold !== undefined && amount < threshold) return false;
  reasons.push('a receipt is missing');
  log(`a receipt is required from ${from.amount} ${from.currency} and is missing`, rule);
  return true;
}

if (import.meta.main ?? process.argv[1] === import.meta.filename)
  await runScript(new URL('../assets/check.schema.json', import.meta.url), checkExpenses);
