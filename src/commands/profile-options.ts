import type { Answer, Viewer } from '../domain.ts';
import { BylawError } from '../errors.ts';
import { readProfile } from '../viewer/read-profile.ts';
import { type CommandContext, type CommandOption, textOption } from './command.ts';

const fields = ['country', 'entity', 'employment'] as const;

/** To say for whom a question is answered. */
export const profileOptions: readonly CommandOption[] = [
  { name: 'country', value: 'COUNTRY', help: 'whose rules apply, such as DE or Germany' },
  { name: 'entity', value: 'COMPANY', help: 'the same, of a company' },
  { name: 'employment', value: 'KIND', help: 'the same, of a kind of employment, such as intern' },
];

/** What the options say counts before what is known of the person. Throws `usage` for a country that is not known. */
export function withProfileOptions(viewer: Viewer, context: CommandContext): Viewer {
  const given = Object.fromEntries(fields.map((field) => [field, textOption(context, field)]));
  const { profile, unknown } = readProfile(given);
  if (unknown.length > 0)
    throw new BylawError('usage', `--country ${given.country}: is not a country that is known; use a code such as DE`);
  if (Object.keys(profile).length === 0) return viewer;
  const from = Object.entries(viewer.profileFrom ?? {}).filter(([field]) => !(field in profile));
  return { ...viewer, profile: { ...viewer.profile, ...profile }, profileFrom: Object.fromEntries(from) };
}

/** How to answer on a command line what was asked back; undefined where nothing was. */
export function choiceHint({ choice }: Answer): string | undefined {
  if (choice === undefined) return undefined;
  const options = choice.options
    .slice(0, -1)
    .map(({ value }) => `--${choice.field} ${quoted(value.split(',')[0] ?? '')}`);
  return `Ask again with ${options.join(' or ')}.`;
}

function quoted(value: string): string {
  return /^[\w-]+$/.test(value) ? value : `"${value}"`;
}
