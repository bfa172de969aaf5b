/** Names with how to reach them, or the same by region. */
export type Contacts = readonly string[] | Readonly<Record<string, readonly string[]>>;

export interface PeopleSettings {
  /** By a word that stands in the question, or in the title or section of what was found for it. */
  readonly topics: Readonly<Record<string, Contacts>>;
  /** For whatever no topic fits. */
  readonly anything?: Contacts | undefined;
}

export interface PeopleForTopic {
  readonly topic?: string;
  /** Slack ids of people and user groups, to be mentioned. */
  readonly ids: readonly string[];
  /** Everybody else, as the configuration words it. */
  readonly lines: readonly string[];
}

/**
 * Who helps with a question: the contacts of the first topic whose words all stand in the question, else in what was
 * found, else those for anything. Undefined where nobody is named.
 */
export function peopleFor(
  question: string,
  found: readonly string[],
  settings: PeopleSettings,
): PeopleForTopic | undefined {
  const topics = Object.keys(settings.topics);
  const topic = [question, ...found].flatMap((text) => topics.filter((each) => touches(text, each))).at(0);
  const contacts = topic === undefined ? settings.anything : settings.topics[topic];
  if (contacts === undefined) return undefined;
  const all = linesOf(contacts);
  return {
    ...(topic === undefined ? {} : { topic }),
    ids: all.filter((line) => slackId.test(line)),
    lines: all.filter((line) => !slackId.test(line)),
  };
}

const slackId = /^[UWS][A-Z0-9]{2,20}$/;

/** Slack's markup that notifies a person or a user group. */
export function mention(id: string): string {
  return id.startsWith('S') ? `<!subteam^${id}>` : `<@${id}>`;
}

function touches(text: string, topic: string): boolean {
  const said = new Set(wordsOf(text));
  return wordsOf(topic).every((word) => said.has(word));
}

/** Words in lower case, with plurals taken back, so that "expenses" names what "expense claim" is about. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));
}

function linesOf(contacts: Contacts): readonly string[] {
  if (isList(contacts)) return contacts;
  return Object.entries(contacts).flatMap(([region, lines]) =>
    lines.map((line) => (slackId.test(line) ? line : `${region}: ${line}`)),
  );
}

function isList(contacts: Contacts): contacts is readonly string[] {
  return Array.isArray(contacts);
}
