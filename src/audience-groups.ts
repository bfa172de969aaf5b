import { nobody, partsOf, unknownReaders } from './audience.ts';

/** Ids of people by the name of their group, as the configuration has them. */
export type Roles = Readonly<Record<string, readonly string[]>>;

/** What a word under `audience` stands for. Ids are in upper case; `unknown` has nobody in it. */
export type Group =
  | { readonly kind: 'role'; readonly name: string }
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'channel'; readonly id: string }
  /** By its id (S…) or by its handle, which begins with `@`. */
  | { readonly kind: 'user_group'; readonly id: string }
  | { readonly kind: 'unknown' };

/** Upper and lower case make no difference in what it is given. */
export interface Groups {
  /** Of one group without the `+` of several. */
  find(word: string): Group;
  /** Names of the roles that a person holds, sorted. */
  rolesOf(person: string): readonly string[];
  readonly roleNames: readonly string[];
}

/** A role comes first, then the person whom a role names so, then the form of an id: a letter, and a figure somewhere. */
export function createGroups(roles: Roles): Groups {
  const names = new Map(Object.keys(roles).map((name) => [name.toLowerCase(), name]));
  const people = new Set(Object.values(roles).flatMap((members) => members.map((id) => id.toLowerCase())));
  return {
    roleNames: Object.keys(roles).sort(),
    rolesOf: (person) =>
      Object.entries(roles)
        .filter(([, members]) => members.some((id) => id.toLowerCase() === person.toLowerCase()))
        .map(([name]) => name)
        .sort(),
    find(word) {
      const lower = word.toLowerCase();
      const role = names.get(lower);
      if (role !== undefined) return { kind: 'role', name: role };
      const id = word.toUpperCase();
      if (people.has(lower)) return { kind: 'person', id };
      if (/^@[a-z0-9][a-z0-9._-]{0,79}$/.test(lower)) return { kind: 'user_group', id: lower };
      if (!/^[cgsuw](?=[a-z0-9]*\d)[a-z0-9]{2,20}$/.test(lower)) return { kind: 'unknown' };
      return { kind: kinds[lower.charAt(0)] ?? 'person', id };
    },
  };
}

const kinds: Readonly<Record<string, 'channel' | 'user_group'>> = { c: 'channel', g: 'channel', s: 'user_group' };

/** Words of an audience that stand for nobody, since no role has that name and they are no ids. */
export function unknownWords(audience: readonly string[], groups: Groups): readonly string[] {
  const words = audience.flatMap(partsOf).filter((word) => groups.find(word).kind === 'unknown');
  return [...new Set(words)];
}

/** Whether nobody can be in any of the groups. */
export function excludesEveryone(audience: readonly string[], groups: Groups): boolean {
  return audience.length > 0 && audience.every((group) => unknownWords([group], groups).length > 0);
}

/** For the owner of a document that nobody, or not everybody meant, may read. */
export function explainUnknown(audience: readonly string[], groups: Groups): string {
  if (audience.includes(unknownReaders)) return 'its front matter does not tell who may read it';
  if (audience.includes(nobody)) return 'it says that nobody may read it';
  const words = unknownWords(audience, groups).map((word) => `"${word}"`);
  const roles = groups.roleNames.length === 0 ? 'there are none' : groups.roleNames.join(', ');
  return `${words.join(' and ')} under audience ${words.length === 1 ? 'is' : 'are'} no role of bylaw.yaml (${roles}) and no id of a channel, user group or person`;
}

/** Who may read a document that is not for everyone, such as `hr or C0LEADS`. */
export function describeReaders(audience: readonly string[], groups: Groups): string {
  const name = (word: string) => {
    const group = groups.find(word);
    return group.kind === 'unknown' ? word : group.kind === 'role' ? group.name : group.id;
  };
  return audience
    .map((group) => {
      const parts = partsOf(group).map(name);
      return parts.length === 1 ? parts.join() : `whoever is in ${parts.join(' and in ')}`;
    })
    .join(' or ');
}
