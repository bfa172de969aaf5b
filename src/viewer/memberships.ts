/** Where people belong, as far as it can be found out. Ids are in upper case; upper and lower case make no difference. */
export interface Memberships {
  /** Of a channel, or of a user group by its id or its handle, which begins with `@`. */
  membersOf(group: string): Promise<Members>;
  /** Whoever can read along in a place, bots among them. */
  readersOf(place: string): Promise<Readers>;
  /** Never throws: what can't be found out is `unknown`. */
  standingOf(person: string): Promise<Standing>;
}

export type Members =
  | { readonly isKnown: true; readonly people: ReadonlySet<string> }
  /** `why` is a word for the log, without names. */
  | { readonly isKnown: false; readonly why: string };

/** `isOpen`: anybody of the company can join it, and read what was written in it. */
export type Readers =
  | { readonly isKnown: true; readonly people: ReadonlySet<string>; readonly isOpen: boolean }
  | { readonly isKnown: false; readonly why: string };

/** Only a colleague reads what is not for everyone; a bot counts as nobody. */
export type Standing = 'colleague' | 'bot' | 'guest' | 'outsider' | 'gone' | 'unknown';

/** Without a chat nobody knows who belongs to channels and user groups; people are who they say they are. */
export const noMemberships: Memberships = {
  membersOf: async () => ({ isKnown: false, why: 'no_chat' }),
  readersOf: async () => ({ isKnown: false, why: 'no_chat' }),
  standingOf: async () => 'colleague',
};
