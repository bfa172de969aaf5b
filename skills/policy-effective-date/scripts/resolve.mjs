import { dayNumber, instantOf, isoDay, wallClock } from '../lib/calendar.mjs';
import { note, refuse, runScript } from '../lib/json-input.mjs';

/**
 * Which passages hold for a person on a day. A passage replaces another only while it is itself in force for that person,
 * so that a future policy never removes today's. What can't be decided is reported as a conflict, never settled silently.
 */
export function resolvePolicies(input) {
  const run = { steps: [], warnings: [] };
  const day = dayOf(input, run);
  const groups = { current: [], superseded: [], notYet: [], expired: [], outOfScope: [], scopeUnknown: [] };
  const conflicts = [];
  for (const [n, passage] of input.passages.entries()) {
    const { group, text } = classify(readRange(passage, n), day, input.person);
    if (group === 'backwards') conflicts.push(conflict('its last day is before its first', [passage]));
    else groups[group].push(passage);
    note(run, `${nameOf(passage)}: ${text}`, passage);
  }
  const applicable = withoutReplaced(groups.current, groups.superseded, conflicts, run).sort(byPrecedence);
  conflicts.push(...twoVersions(applicable), ...unequalValues(applicable, run));
  for (const passage of groups.scopeUnknown)
    run.warnings.push(
      `${nameOf(passage)}: whether it applies depends on ${missing(passage, input.person).join(' and ')}; ask.`,
    );
  if (applicable.length === 0)
    run.warnings.push('No passage that was passed in is in force for this person on that day.');
  const brief = (list) => list.map(summary);
  return {
    day: isoDay(day),
    applicable: brief(applicable),
    superseded: brief(groups.superseded),
    notYet: brief(groups.notYet.sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))),
    expired: brief(groups.expired),
    outOfScope: brief(groups.outOfScope),
    scopeUnknown: brief(groups.scopeUnknown),
    conflicts,
    ...run,
  };
}

function dayOf({ asOf, timeZone }, run) {
  if (!asOf.includes('T')) return dayNumber(asOf, '/asOf');
  if (timeZone === undefined) refuse('/timeZone', 'is needed to know which day it is at a moment');
  const { day } = wallClock(instantOf(asOf, '/asOf'), timeZone, '/timeZone');
  run.steps.push({ text: `${asOf} is ${isoDay(day)} in ${timeZone}`, sources: [] });
  return day;
}

function readRange(passage, n) {
  return {
    passage,
    from:
      passage.effectiveFrom === undefined
        ? -Infinity
        : dayNumber(passage.effectiveFrom, `/passages/${n}/effectiveFrom`),
    to: passage.effectiveTo === undefined ? Infinity : dayNumber(passage.effectiveTo, `/passages/${n}/effectiveTo`),
  };
}

function classify({ passage, from, to }, day, person) {
  if (to < from) return { group: 'backwards', text: 'its last day is before its first' };
  if (day < from) return { group: 'notYet', text: `in force from ${passage.effectiveFrom}, not yet` };
  if (day > to) return { group: 'expired', text: `in force until ${passage.effectiveTo}, no longer` };
  const range = `in force${from === -Infinity ? '' : ` since ${passage.effectiveFrom}`}${to === Infinity ? '' : ` until ${passage.effectiveTo}`}`;
  const outside = dimensions.find(([scope, of]) => excludes(passage.scope?.[scope], person[of]));
  if (outside !== undefined)
    return {
      group: 'outOfScope',
      text: `${range}, for ${passage.scope[outside[0]].join(', ')}, not for ${person[outside[1]]}`,
    };
  const open = missing(passage, person);
  if (open.length > 0)
    return { group: 'scopeUnknown', text: `${range}, but the ${open.join(' and ')} of the person is not known` };
  return { group: 'current', text: `${range} and applies` };
}

const dimensions = [
  ['countries', 'country'],
  ['entities', 'entity'],
  ['grades', 'grade'],
];

const excludes = (list, value) => limits(list) && value !== undefined && !list.some((one) => same(one, value));
const limits = (list) => list !== undefined && list.length > 0;
const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();

function missing({ scope = {} }, person) {
  return dimensions.filter(([list, of]) => limits(scope[list]) && person[of] === undefined).map(([, of]) => of);
}

/** Takes out what another passage in force replaces; two that replace each other both stay, as a conflict. */
function withoutReplaced(current, superseded, conflicts, run) {
  const replacers = (passage) => current.filter((other) => replaces(other, passage));
  return current.filter((passage) => {
    const by = replacers(passage);
    const mutual = by.find((other) => replaces(passage, other));
    if (mutual !== undefined) {
      if (nameOf(passage) < nameOf(mutual))
        conflicts.push(conflict('each says that it replaces the other', [passage, mutual]));
      return true;
    }
    if (by.length === 0) return true;
    superseded.push(passage);
    note(run, `${nameOf(passage)}: replaced by ${by.map(nameOf).join(', ')}`, passage, ...by);
    return false;
  });
}

function replaces(passage, other) {
  if (passage === other) return false;
  const targets = [other.document, ...(other.version === undefined ? [] : [`${other.document}@${other.version}`])];
  const itself = [passage.document, passage.version].join() === [other.document, other.version].join();
  return (
    !itself &&
    (passage.supersedes ?? []).some((ref) => targets.some((target) => target === ref || target.endsWith(`/${ref}`)))
  );
}

const authorities = ['law', 'collective-agreement', 'policy', 'guideline'];
const authorityOf = ({ authority = 'policy' }) => authorities.indexOf(authority);
const specificity = ({ scope = {} }) => dimensions.filter(([list]) => limits(scope[list])).length;

/** By authority, then the narrower scope, then the later start. */
function byPrecedence(a, b) {
  const later = (b.effectiveFrom ?? '').localeCompare(a.effectiveFrom ?? '');
  return (
    authorityOf(a) - authorityOf(b) || specificity(b) - specificity(a) || later || a.source.localeCompare(b.source)
  );
}

function twoVersions(applicable) {
  const documents = Map.groupBy(applicable, ({ document }) => document);
  return [...documents.values()]
    .filter((list) => new Set(list.map(({ version }) => version)).size > 1)
    .map((list) => conflict('several versions of one document are in force', list));
}

function unequalValues(applicable, run) {
  const topics = Map.groupBy(
    applicable.filter(({ topic, value }) => topic !== undefined && value !== undefined),
    ({ topic }) => plain(topic),
  );
  return [...topics.values()].flatMap((list) => {
    const [first, ...rest] = list;
    const others = rest.filter(({ value }) => plain(value) !== plain(first.value));
    const equal = others.filter(
      (one) => authorityOf(one) === authorityOf(first) && specificity(one) === specificity(first),
    );
    for (const one of others.filter((other) => !equal.includes(other))) {
      const why =
        authorityOf(one) === authorityOf(first) ? 'its scope is narrower' : `it is ${first.authority ?? 'policy'}`;
      note(run, `On ${first.topic}, ${nameOf(first)} goes before ${nameOf(one)}: ${why}`, first, one);
      if (first.authority === 'law')
        run.warnings.push(
          `On ${first.topic}, law and policy differ; where the law sets a minimum, a policy that gives more still holds. Have a person confirm it.`,
        );
    }
    return equal.length === 0 ? [] : [conflict(`different values on ${first.topic}`, [first, ...equal])];
  });
}

const plain = (text) => text.toLowerCase().replace(/\s+/g, ' ').trim();

function conflict(reason, passages) {
  return { reason, passages: passages.map(summary) };
}

function summary({ source, title, version, effectiveFrom, effectiveTo, topic, value }) {
  return { source, title, version, effectiveFrom, effectiveTo, topic, value };
}

function nameOf({ title, version, source }) {
  return `${title}${version === undefined ? '' : ` (version ${version})`} [${source}]`;
}

if (import.meta.main ?? process.argv[1] === import.meta.filename)
  await runScript(new URL('../assets/resolve.schema.json', import.meta.url), resolvePolicies);
