import { describeCountries, list } from '../countries/describe-countries.ts';
import type { FilterTerm } from '../domain.ts';
import { otherValue } from './choice.ts';
import { employmentLabel } from './employment.ts';
import { entityLabel } from './entities.ts';
import type { Known, KnownLimits, Origin } from './known.ts';
import { isLimited, type LimitField, type Limits, valuesIn } from './limits.ts';

/** To whom the sources of an answer apply, by citation number; nothing where they apply to everyone. */
export function appliesRemarks(
  sources: readonly { readonly n: number; readonly limits: Limits }[],
  known: KnownLimits,
): string[] {
  const limited = sources.filter(({ limits }) => isLimited(limits));
  const groups = Map.groupBy(limited, ({ limits }) => describeLimits(limits));
  if (groups.size === 0) return [];
  if (groups.size === 1) {
    const [to = ''] = groups.keys();
    const limits = limited[0]?.limits;
    return [`Applies ${to}${limits === undefined ? '' : originOf(limits, known)}.${changeHint(limited, known)}`];
  }
  const parts = [...groups].map(
    ([to, of]) => `${of.map(({ n }) => `[${n}]`).join(' ')} ${of.length === 1 ? 'applies' : 'apply'} ${to}`,
  );
  return [`${parts.join('; ')}.`];
}

/** `in Germany`, `to interns at Larkmoor GmbH in Germany`. */
export function describeLimits({ country, entity, employment }: Limits): string {
  const who = employment.length > 0 ? `to ${list(employment.map(employmentLabel), 'and')}` : '';
  const at = entity.length > 0 ? `${who === '' ? 'to people at' : 'at'} ${list(entity.map(entityLabel), 'and')}` : '';
  const where = country.length > 0 ? `in ${describeCountries(country)}` : '';
  return [who, at, where].filter((part) => part !== '').join(' ');
}

/** What limits a search, for a model; undefined where nothing does. */
export function describeFilter(filter: readonly FilterTerm[]): string | undefined {
  const values = (field: LimitField) => valuesIn(filter, field).filter((value) => value !== otherValue);
  const limits = { country: values('country').toSorted(), entity: values('entity'), employment: values('employment') };
  return isLimited(limits) ? `Only rules that apply ${describeLimits(limits)}, or to everyone, are found.` : undefined;
}

/** That there is no rule for what was asked, although there is one for others. */
export function noRuleText(field: LimitField, { values }: Known, others: readonly Limits[]): string {
  const for_ = (limits: Limits) => describeLimits({ ...none, [field]: limits[field] });
  const asked = values.includes(otherValue)
    ? {
        country: 'in other countries',
        entity: 'to people at other companies',
        employment: 'to other kinds of employment',
      }[field]
    : describeLimits({ ...none, [field]: [...values].sort() });
  const covered = [...new Set(others.map(for_))].filter((text) => text !== '');
  return `I have no rule on this that applies ${asked} in the policies I can read. What I found applies ${list(covered, 'and')}.`;
}

const none: Limits = { country: [], entity: [], employment: [] };

const origins: Readonly<Partial<Record<Origin, string>>> = {
  question: ', as you asked',
  said: ', as you said',
  remembered: ', as you asked me to remember',
  directory: ', by the directory of your company',
  profile: ', by your profile',
};

function originOf(limits: Limits, known: KnownLimits): string {
  const [field] = fieldsKnown(limits, known);
  const isAsKnown = field !== undefined && limits[field].every((value) => known[field]?.values.includes(value));
  const origin = isAsKnown ? known[field]?.origin : undefined;
  return (origin && origins[origin]) ?? '';
}

/** What comes from elsewhere than this conversation may be wrong, so it says how to get past it. */
function changeHint(sources: readonly { readonly limits: Limits }[], known: KnownLimits): string {
  const fields = fieldsKnown(sources[0]?.limits ?? none, known);
  const field = fields.find((each) => ['remembered', 'directory', 'profile'].includes(known[each]?.origin ?? ''));
  return field === undefined
    ? ''
    : ` For another ${{ country: 'country', entity: 'company', employment: 'kind of employment' }[field]}, name it in your question.`;
}

function fieldsKnown(limits: Limits, known: KnownLimits): LimitField[] {
  return (['country', 'entity', 'employment'] as const).filter(
    (field) => limits[field].length > 0 && known[field] !== undefined,
  );
}
