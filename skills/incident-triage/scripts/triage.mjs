import { doNot, firstHour } from '../lib/advice.mjs';
import { instantOf, localText, momentAt, wallClock, weekday } from '../lib/calendar.mjs';
import { note, refuse, runScript } from '../lib/json-input.mjs';

const unitMs = { minutes: 60_000, hours: 3_600_000 };

/**
 * How severe an incident is, whom to tell by when, and what to do in the first hour. Levels, deadlines and contacts come in
 * with the passage they stand in. What nobody knows yet counts as the worse case until it is known.
 */
export function triageIncident(input) {
  const run = { steps: [], warnings: [] };
  const [noticed, now] = [instantOf(input.noticedAt, '/noticedAt'), instantOf(input.now, '/now')];
  if (now < noticed) refuse('/now', 'is before the incident was noticed');
  const conditions = conditionsOf(input);
  const missing = [...conditions]
    .filter(([name, holds]) => holds === 'unknown' && name !== 'personal-data')
    .map(([name]) => name);
  const level = chooseLevel(input, conditions, run);
  const notify = whomToTell(input, conditions, noticed, now, run).sort((a, b) => Date.parse(a.by) - Date.parse(b.by));
  const clock = clockOf(input, conditions, noticed, now, run);
  if (missing.length > 0)
    run.warnings.push(
      `Not known yet, so taken as the worse case: ${missing.join(', ')}. Find out, and run this again.`,
    );
  for (const { who } of notify.filter(({ overdue }) => overdue))
    run.warnings.push(`Telling ${who} is overdue: do it now.`);
  return {
    severity: level === undefined ? null : `S${level.rank}`,
    level: level?.name ?? null,
    firstResponseBy: level?.firstResponseBy ?? null,
    firstHour: firstHour(input.type, conditions),
    notify,
    clock,
    missing,
    doNot: doNot(input.type),
    private: true,
    ...run,
  };
}

/** true, false or 'unknown' for each condition that a level or a contact may name. */
function conditionsOf({ type, facts }) {
  const known = (value) => (value === null || value === undefined ? 'unknown' : value);
  const locked = type === 'lost-device' && facts.deviceEncrypted === true && facts.credentialsExposed === false;
  const personal = facts.personalData === false && (facts.personsAffected ?? 0) > 0 ? true : known(facts.personalData);
  const exposed = (value) => (locked ? false : value);
  const conditions = new Map([
    ['service-down', facts.serviceDown ?? false],
    ['restricted-data-exposed', exposed(known(facts.restrictedData))],
    ['personal-data-exposed', exposed(personal)],
    ['credentials-exposed', type === 'credential-exposure' ? true : known(facts.credentialsExposed)],
    ['customer-affected', facts.customerAffected ?? (type === 'wrong-recipient' ? 'unknown' : false)],
    ['team-affected', facts.teamAffected ?? false],
    ['someone-hurt', facts.someoneHurt ?? (type === 'accident' ? 'unknown' : false)],
  ]);
  if (type === 'accident')
    for (const name of ['restricted-data-exposed', 'personal-data-exposed', 'credentials-exposed'])
      if (conditions.get(name) === 'unknown') conditions.set(name, false);
  conditions.set(
    'no-harm-yet',
    [...conditions.values()].every((holds) => holds === false),
  );
  // Whom to tell follows from what was on a device, also where encryption keeps it from being read.
  conditions.set('personal-data', type === 'accident' ? facts.personalData === true : personal);
  return conditions;
}

function chooseLevel({ policy, noticedAt, timeZone }, conditions, run) {
  for (const [n, level] of policy.levels.entries()) {
    const met =
      level.when.find((name) => conditions.get(name) === true) ??
      level.when.find((name) => conditions.get(name) === 'unknown');
    if (met === undefined) continue;
    const surely = conditions.get(met) === true;
    note(run, `Level ${level.name}: ${met.replaceAll('-', ' ')}${surely ? '' : ' can not be ruled out'}`, level);
    return {
      rank: n + 1,
      name: level.name,
      firstResponseBy: responseBy(level, n, instantOf(noticedAt), timeZone, run),
    };
  }
  run.warnings.push('No level that was passed in fits; let the people who take reports decide.');
  return undefined;
}

function responseBy(level, n, noticed, timeZone, run) {
  const { firstResponse } = level;
  if (firstResponse === undefined) return null;
  let by;
  if (firstResponse.unit === 'next-working-day') {
    let { day } = wallClock(noticed, timeZone, '/timeZone');
    do day += 1;
    while (weekday(day) > 5);
    by = momentAt(day + 1, 0, timeZone) - unitMs.minutes;
    run.warnings.push(
      'The next working day is the next one from Monday to Friday; public holidays were not looked at.',
    );
  } else {
    if (firstResponse.amount === undefined) refuse(`/policy/levels/${n}/firstResponse/amount`, 'is missing');
    by = noticed + firstResponse.amount * unitMs[firstResponse.unit];
  }
  note(run, `First response by ${localText(by, timeZone)}`, level);
  return localText(by, timeZone);
}

function whomToTell({ type, policy, timeZone }, conditions, noticed, now, run) {
  const { report } = policy;
  const reportBy = noticed + report.amount * unitMs[report.unit];
  const entry = (who, how, by, { source }) => ({ who, how, by: localText(by, timeZone), overdue: by < now, source });
  const list = [];
  if (type !== 'accident') {
    note(
      run,
      `Noticed at ${localText(noticed, timeZone)} + ${report.amount} ${report.unit}: report by ${localText(reportBy, timeZone)}`,
      report,
    );
    list.push(entry(report.to, report.to, reportBy, report));
  }
  if (conditions.get('someone-hurt') !== false || type === 'accident') {
    if (policy.accident === undefined)
      run.warnings.push('Someone may be hurt, but no passage about accidents was passed in; search for it.');
    else {
      const { day } = wallClock(noticed, timeZone, '/timeZone');
      const by = momentAt(day + 1, 0, timeZone) - unitMs.minutes;
      note(run, `Accidents are reported on the same day, by ${localText(by, timeZone)}`, policy.accident);
      list.push(entry(policy.accident.to, policy.accident.to, by, policy.accident));
    }
  }
  for (const contact of policy.contacts ?? []) {
    const reason = contact.when.find((name) => name === 'always' || conditions.get(name) !== false);
    if (reason === undefined) continue;
    note(run, `${contact.who}: because of ${reason.replaceAll('-', ' ')}`, contact);
    list.push(entry(contact.who, contact.how, reportBy, contact));
  }
  return list;
}

/** Hours pass on the clock, weekends, holidays and clock changes included. */
function clockOf({ policy, timeZone }, conditions, noticed, now, run) {
  if (conditions.get('personal-data-exposed') === false) return null;
  if (policy.authority === undefined) {
    run.warnings.push(
      'Data about people may be concerned, but no passage with the deadline for the authority was passed in; search for it.',
    );
    return null;
  }
  const { amount, unit, decidedBy, source } = policy.authority;
  const due = noticed + amount * unitMs[unit];
  const remainingHours = Math.floor(((due - now) / unitMs.hours) * 10) / 10;
  note(
    run,
    `Authority: ${localText(noticed, timeZone)} + ${amount} ${unit} = ${localText(due, timeZone)}; ${remainingHours} hours left`,
    policy.authority,
  );
  return {
    startedAt: localText(noticed, timeZone),
    dueAt: localText(due, timeZone),
    remainingHours,
    overdue: due < now,
    decidedBy,
    source,
  };
}

if (import.meta.main ?? process.argv[1] === import.meta.filename)
  await runScript(new URL('../assets/triage.schema.json', import.meta.url), triageIncident);
