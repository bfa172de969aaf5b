import { createHash } from 'node:crypto';
import type { Channel, User, UserGroup } from '../../src/workspace/entities.ts';
import type { WorkspaceState } from '../../src/workspace/state.ts';

/** A document with secrets in its title, its path and its text, by which it is known wherever it shows. */
export interface SecretDocument {
  readonly n: number;
  readonly project: string;
  readonly path: string;
  readonly content: string;
  /** What the bot is told: words under `audience`; undefined for a document that says nothing of it. */
  readonly audience: readonly string[] | undefined;
}

export type Place = { readonly person: string; readonly place?: string };

export const bot = 'U0BYLAW';
export const roles = { hr: ['u0p0', 'U0P1', 'U0P2'], managers: ['U0P1', 'U0P3', 'U0GUEST', 'U0LEFT'], legal: ['U0P4'] };
export const narrowing = { 'narrow/**': ['managers'], 'shut/**': ['@beta', 'hr'], 'wide/**': ['everyone'] };

const people = Array.from({ length: 10 }, (_, n) => `U0P${n}`);
export const users: readonly User[] = [
  ...people.map((id) => ({ id, name: id.toLowerCase() })),
  { id: 'U0GUEST', name: 'guest', restricted: true },
  { id: 'U0LEFT', name: 'left', deactivated: true },
  { id: 'U0ROBOT', name: 'robot', bot: true },
];
/** Who asks; a guest is answered, by the settings of the run. */
export const askers = [...people, 'U0GUEST'];
export const userGroups: readonly UserGroup[] = [
  { id: 'S0ALPHA', handle: 'alpha', users: ['U0P0', 'U0P5', 'U0GUEST'] },
  { id: 'S0BETA', handle: 'beta', users: ['U0P1', 'U0P2', 'U0P6'] },
];
export const channels: readonly Channel[] = [
  { id: 'C0OPEN', name: 'open', kind: 'public', members: ['U0P0', 'U0P1', 'U0P2', bot] },
  { id: 'C0ALL', name: 'all', kind: 'public', members: [...askers, 'U0ROBOT', bot] },
  { id: 'C0HR', name: 'hr', kind: 'private', members: ['U0P0', 'U0P1', 'U0P2', 'U0ROBOT', bot] },
  { id: 'C0MIXED', name: 'mixed', kind: 'private', members: ['U0P1', 'U0P3', 'U0P7', bot] },
  { id: 'C0GUESTS', name: 'guests', kind: 'private', members: ['U0P1', 'U0GUEST', bot] },
  { id: 'G0TALK', name: '', kind: 'mpim', members: ['U0P1', 'U0P3', bot] },
  ...askers.map((id): Channel => ({ id: `D${id}`, name: '', kind: 'im', members: [id, bot] })),
];

const audiences: readonly (readonly string[] | undefined)[] = [
  undefined,
  ['everyone'],
  ['hr'],
  ['HR', 'legal'],
  ['managers'],
  ['S0ALPHA'],
  ['@beta'],
  ['c0mixed'],
  ['C0OPEN'],
  ['C0HR', 'U0P9'],
  ['G0TALK'],
  ['U0P3'],
  ['everyone', 'hr'],
  ['mangers'],
  ['hr', 'nobody'],
];
const folders = ['plain', 'plain', 'plain', 'narrow', 'shut', 'wide'];

export function makeDocuments(random: () => number, count: number): SecretDocument[] {
  return Array.from({ length: count }, (_, n) => {
    const mark = createHash('sha256').update(`${n} ${random()}`).digest('hex').slice(0, 8);
    const project = `${words[n % words.length]}${Math.floor(n / words.length) || ''}`;
    const audience = audiences[n % audiences.length];
    const front = audience === undefined ? '' : `audience: [${audience.map((word) => `"${word}"`).join(', ')}]\n`;
    const content = `---\ntitle: Project ${project} TITLE${n}X${mark}\n${front}---\n# Rules\n\n## Code word\n\nThe code word of project ${project} is CANARY${n}X${mark}.\n\n## Budget\n\nThe budget of project ${project} must be approved within ${n + 3} days.\n`;
    return {
      n,
      project,
      path: `${folders[Math.floor(random() * folders.length)]}/path${n}x${mark}.md`,
      content,
      audience,
    };
  });
}

const words = 'Kestrel Osprey Merlin Harrier Buzzard Condor Falcon Heron Plover Curlew Avocet Dunlin'.split(' ');

/** Numbers of the documents whose title or text shows in a text; with `paths`, also of those whose path does. */
export function documentsIn(text: string, paths = false): Set<number> {
  const marks = paths ? /(?:CANARY|TITLE|path)(\d+)x[0-9a-f]{8}/gi : /(?:CANARY|TITLE)(\d+)x[0-9a-f]{8}/gi;
  return new Set([...text.matchAll(marks)].map((match) => Number(match[1])));
}

/** Whether a document may be shown to a person, or where others read along, by this company's rules as they are written down. */
export function mayShow(document: SecretDocument, { person, place }: Place, state: WorkspaceState): boolean {
  const sets = readersOf(document);
  if (sets.length === 0) return true;
  const isColleague = (id: string) => {
    const user = state.users.get(id);
    return user !== undefined && !user.restricted && !user.deactivated && !user.bot;
  };
  if (!isColleague(person)) return false;
  const isIn = (id: string) => sets.every((set) => set.some((word) => holds(word, id, state)));
  if (place === undefined) return isIn(person);
  const channel = state.channels.get(place);
  if (channel === undefined) return false;
  const readers = [...new Set([...channel.members, person])].filter((id) => !state.users.get(id)?.bot);
  if (!readers.every(isColleague)) return false;
  if (channel.kind === 'public') return sets.every((set) => set.some((word) => word.toUpperCase() === place));
  return readers.every(isIn);
}

/** Of each set a reader must be in one group; none where everyone may read. */
function readersOf({ audience, path }: SecretDocument): string[][] {
  const rules = Object.entries(narrowing).filter(([glob]) => path.startsWith(glob.slice(0, -2)));
  const own = audience?.some((word) => word === 'nobody') ? ['nobody'] : audience;
  return [own ?? [], ...rules.map(([, words]) => words)]
    .map((words) => words.filter((word) => word !== 'everyone'))
    .filter((words) => words.length > 0);
}

function holds(word: string, id: string, state: WorkspaceState): boolean {
  const role = Object.entries(roles).find(([name]) => name === word.toLowerCase());
  if (role !== undefined) return role[1].some((member) => member.toUpperCase() === id);
  const group = state.userGroups.find((each) => each.id === word || `@${each.handle}` === word);
  return (
    word.toUpperCase() === id ||
    group?.users.includes(id) === true ||
    state.channels.get(word.toUpperCase())?.members.includes(id) === true
  );
}
