import type { Channel, User, UserGroup } from './entities.ts';
import type { PagePerson } from './page-state.ts';

const app = 'U0BYLAW';
const anna = 'U0ANNA';
const maya = 'U0MAYA';
const gabe = 'U0GABE';
const nora = 'U0NORA';
const ines = 'U0INES';
const theo = 'U0THEO';

/** The company of the sample handbook: who works there, and where they talk. */
export interface SampleWorkspace {
  readonly name: string;
  readonly users: readonly User[];
  readonly channels: readonly Channel[];
  readonly userGroups: readonly UserGroup[];
  /** Those who can be acted as, the usual one first. */
  readonly people: readonly PagePerson[];
}

export const sampleWorkspace: SampleWorkspace = {
  name: 'Larkmoor',
  users: [
    {
      id: anna,
      name: 'anna',
      realName: 'Anna Vogt',
      email: 'anna.vogt@larkmoor.example',
      timeZone: 'Europe/Berlin',
      profile: { Country: 'Germany' },
    },
    {
      id: maya,
      name: 'maya',
      realName: 'Maya Torres',
      email: 'maya.torres@larkmoor.example',
      timeZone: 'America/New_York',
      profile: { Country: 'United States' },
    },
    {
      id: ines,
      name: 'ines',
      realName: 'Ines Falk',
      email: 'ines.falk@larkmoor.example',
      timeZone: 'Europe/Berlin',
      profile: { Country: 'Germany' },
    },
    // New, and nobody has filled in where he works.
    { id: theo, name: 'theo', realName: 'Theo Marsh', email: 'theo.marsh@larkmoor.example', timeZone: 'Europe/Berlin' },
    { id: gabe, name: 'gabe', realName: 'Gabe Lind', timeZone: 'Europe/Berlin', restricted: true },
    { id: nora, name: 'nora', realName: 'Nora Bell', team: 'T0NORBURY', stranger: true },
  ],
  channels: [
    { id: 'C0PEOPLE', name: 'ask-people-team', kind: 'public', members: [anna, maya, ines, theo, app] },
    { id: 'C0GENERAL', name: 'general', kind: 'public', members: [anna, maya, ines, theo, gabe, app] },
    { id: 'C0LEADS', name: 'leads', kind: 'private', members: [maya, ines, app] },
    { id: 'C0NORBURY', name: 'project-norbury', kind: 'public', members: [anna, maya, nora, app], extShared: true },
    ...[anna, maya, ines, theo, gabe, nora].map(
      (person): Channel => ({ id: `D${person}`, name: '', kind: 'im', members: [person, app] }),
    ),
    { id: 'D0ANNAMAYA', name: '', kind: 'im', members: [anna, maya] },
    { id: 'G0ANNAMAYA', name: '', kind: 'mpim', members: [anna, maya, app] },
  ],
  // As policies/performance-improvement.md and policies/lead-days.md name their readers.
  userGroups: [{ id: 'S0MANAGERS', handle: 'managers', users: [maya, ines] }],
  people: [
    { id: anna, name: 'Anna Vogt', role: 'employee in Germany' },
    { id: maya, name: 'Maya Torres', role: 'employee in the US' },
    { id: ines, name: 'Ines Falk', role: 'people team, manager' },
    { id: theo, name: 'Theo Marsh', role: 'new, no country in his profile' },
    { id: gabe, name: 'Gabe Lind', role: 'guest' },
    { id: nora, name: 'Nora Bell', role: 'from another company' },
  ],
};
