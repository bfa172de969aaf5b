import type { SensitiveTopic } from './sensitive.ts';

/** Whom to turn to, each with how to reach them in one text; or the same by country or region. */
export type Contacts = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** `anything` stands in for topics without contacts of their own. */
export type SensitiveContacts = Readonly<Partial<Record<SensitiveTopic | 'anything', Contacts | undefined>>>;

export interface SensitiveReader {
  /** Where the person works, as the contacts name it, such as an ISO 3166 code; without it those of all regions are shown. */
  readonly region?: string | undefined;
  /** ISO 639 code of the message's language; anything but `de` is answered in English. */
  readonly language?: string | undefined;
}

/**
 * What a person gets privately instead of an answer: fixed text by topic and the people to turn to, in Markdown.
 * It repeats nothing of the message. Danger comes with the emergency numbers first.
 */
export function sensitiveReply(
  topic: SensitiveTopic,
  contacts: SensitiveContacts = {},
  { region, language }: SensitiveReader = {},
): string {
  const text = texts[language === 'de' ? 'de' : 'en'];
  const named = linesOf(contacts[topic] ?? contacts.anything ?? [], region);
  const people = named.length === 0 ? [text.nobodyNamed[topic]] : named;
  return [
    ...(topic === 'danger' ? [emergency(text, region)] : []),
    text.opening[topic],
    `${text.turnTo}\n${people.map((line) => `- ${line}`).join('\n')}`,
    ...(topic === 'danger' ? [] : [`${text.ifDanger} ${emergency(text, region)}`]),
    ...(topic === 'danger' ? [] : [text.askForRule[topic]]),
    text.notKept,
  ].join('\n\n');
}

/** German where it holds more German than English function words. */
export function languageOf(message: string): 'en' | 'de' {
  const words = message.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length;
  return count(german) > count(english) ? 'de' : 'en';
}

const german = new Set(
  'ich mich mir mein meine meinen meinem meiner meines er sie wir uns unser unsere ist bin wird werde werden wurde hat habe hatte nicht mehr und oder der die das den dem ein eine einen auf von wo wie was wer kann muss soll will zu im bei seit nach wegen welche für sind gibt darf als oft wann wenn man bekomme'.split(
    ' ',
  ),
);
const english = new Set(
  'i im ive me my mine he she we us our is am are was were be been being has have had not no more and or the a an on of where how what who can must should want to in at since after because'.split(
    ' ',
  ),
);

function linesOf(contacts: Contacts, region: string | undefined): readonly string[] {
  if (isList(contacts)) return contacts;
  const wanted = Object.entries(contacts).filter(([name]) => region === undefined || same(name, region));
  return wanted.flatMap(([name, lines]) => (region === undefined ? lines.map((line) => `${name}: ${line}`) : lines));
}

function isList(contacts: Contacts): contacts is readonly string[] {
  return Array.isArray(contacts);
}

function same(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Public emergency numbers; 112 works in the European Union and on most mobile phones elsewhere. */
const emergencyNumbers: Readonly<Record<string, string>> = {
  US: '911',
  CA: '911',
  GB: '999 / 112',
  DE: '112',
  AT: '112',
  CH: '112',
};

function emergency(text: Texts, region: string | undefined): string {
  const number = region === undefined ? undefined : emergencyNumbers[region.toUpperCase()];
  return number === undefined ? text.callAnywhere : text.call.replace('{number}', number);
}

interface Texts {
  readonly opening: Readonly<Record<SensitiveTopic, string>>;
  readonly nobodyNamed: Readonly<Record<SensitiveTopic, string>>;
  readonly turnTo: string;
  readonly ifDanger: string;
  readonly call: string;
  readonly callAnywhere: string;
  readonly askForRule: Readonly<Record<Exclude<SensitiveTopic, 'danger'>, string>>;
  readonly notKept: string;
}

const texts: Readonly<Record<'en' | 'de', Texts>> = {
  en: {
    opening: {
      danger:
        'Thank you for saying this. You do not have to handle it alone, and a bot is not the right one to help: please talk to a person now.',
      harassment:
        'Thank you for saying this. Nobody has to put up with being treated like that. This belongs with people you can trust, not with a bot, so I am answering only you.',
      health:
        'Thank you for telling me; I am sorry that you are going through this. What concerns your health or a loss belongs with people, not with a bot, so I am answering only you.',
      whistleblowing:
        'Thank you for speaking up. A report like this should reach the right people without passing through a bot, so I am answering only you.',
    },
    nobodyNamed: {
      danger: 'someone you trust, your company’s crisis or counselling line, or the People team',
      harassment:
        'the People team, the ombudsperson or employee representatives of your company, or a manager you trust',
      health: 'the People team, the company doctor, or your company’s counselling service',
      whistleblowing:
        'the ombudsperson or the whistleblowing channel of your company; the People team can tell you how to reach them',
    },
    turnTo: 'You can turn to:',
    ifDanger: 'If you or someone else is in danger:',
    call: 'Call {number} now.',
    callAnywhere: 'Call the emergency number now: 112 in Europe, 911 in the United States and Canada.',
    askForRule: {
      harassment:
        'If you want to know what a policy says, ask it as a general question, such as: What does the harassment policy say?',
      health:
        'If you want to know what a policy says, ask it as a general question, such as: What does the sick leave policy say?',
      whistleblowing:
        'If you want to know what a policy says, ask it as a general question, such as: What does the whistleblowing policy say?',
    },
    notKept: 'Your message was not stored and not sent to any model. Only you can see this reply.',
  },
  de: {
    opening: {
      danger:
        'Danke, dass du das sagst. Du musst damit nicht allein bleiben, und ein Bot kann hier nicht helfen: Bitte sprich jetzt mit einem Menschen.',
      harassment:
        'Danke, dass du das sagst. Niemand muss sich so behandeln lassen. Das gehört zu Menschen, denen du vertraust, nicht zu einem Bot; deshalb antworte ich nur dir.',
      health:
        'Danke, dass du das schreibst; es tut mir leid, dass du das durchmachst. Was deine Gesundheit oder einen Verlust betrifft, gehört zu Menschen, nicht zu einem Bot; deshalb antworte ich nur dir.',
      whistleblowing:
        'Danke, dass du das ansprichst. Eine solche Meldung soll die richtigen Menschen erreichen, ohne durch einen Bot zu gehen; deshalb antworte ich nur dir.',
    },
    nobodyNamed: {
      danger: 'jemand, dem du vertraust, die Krisen- oder Beratungsstelle deines Unternehmens oder das People-Team',
      harassment: 'das People-Team, die Ombudsperson oder der Betriebsrat, oder eine Führungskraft, der du vertraust',
      health: 'das People-Team, der Betriebsarzt oder die Beratungsstelle deines Unternehmens',
      whistleblowing:
        'die Ombudsperson oder die Meldestelle deines Unternehmens; das People-Team sagt dir, wie du sie erreichst',
    },
    turnTo: 'Du kannst dich wenden an:',
    ifDanger: 'Wenn du oder jemand anderes in Gefahr ist:',
    call: 'Ruf jetzt {number} an.',
    callAnywhere: 'Ruf jetzt den Notruf an: 112 in Europa, 911 in den USA und Kanada.',
    askForRule: {
      harassment:
        'Wenn du wissen willst, was eine Richtlinie sagt, frag allgemein, zum Beispiel: Was steht in der Richtlinie zu Belästigung?',
      health:
        'Wenn du wissen willst, was eine Richtlinie sagt, frag allgemein, zum Beispiel: Was steht in der Richtlinie zu Krankheit?',
      whistleblowing:
        'Wenn du wissen willst, was eine Richtlinie sagt, frag allgemein, zum Beispiel: Was steht in der Richtlinie für Hinweisgeber?',
    },
    notKept: 'Deine Nachricht wurde nicht gespeichert und an kein Modell gesendet. Nur du siehst diese Antwort.',
  },
};
