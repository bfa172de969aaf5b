import { dayInWords } from '../days.ts';
import type { IsoDate } from '../domain.ts';
import { loadLanguageDetector, looksEnglish } from './languages.ts';
import { wording } from './wording.ts';

interface Phrases {
  /** Before an answer that is about another day than today; the day follows. */
  readonly asOf: string;
  /** Before a translation whose words could not be compared with what it translates. */
  readonly translation: string;
  /** With quotes that stand in another language than the question. */
  readonly quotes: string;
  /** Where the policies hold no answer. */
  readonly notFound: string;
}

/** What a person reads in their own language about text that is not in it, by ISO 639 code. */
const phrases: Readonly<Record<string, Phrases>> = {
  en: {
    asOf: 'As of',
    translation: 'Translation (not checked word for word; the quotes above count):',
    quotes: 'The quotes are in the language of the policies; they were not translated.',
    notFound: wording.notFound,
  },
  de: {
    asOf: 'Stand',
    translation: 'Übersetzung (nicht Wort für Wort geprüft; es gelten die Zitate oben):',
    quotes: 'Die Zitate stehen in der Sprache der Richtlinien und sind nicht übersetzt.',
    notFound: 'Dazu finde ich in den Richtlinien, die ich lesen kann, nichts.',
  },
  fr: {
    asOf: 'Au',
    translation: 'Traduction (non vérifiée mot à mot ; les citations ci-dessus font foi) :',
    quotes: 'Les citations sont dans la langue des règlements et ne sont pas traduites.',
    notFound: 'Je ne trouve pas cette information dans les règlements que je peux lire.',
  },
  es: {
    asOf: 'A fecha de',
    translation: 'Traducción (no comprobada palabra por palabra; valen las citas de arriba):',
    quotes: 'Las citas están en el idioma de las normas y no están traducidas.',
    notFound: 'No encuentro esta información en las normas que puedo leer.',
  },
  it: {
    asOf: 'Alla data del',
    translation: 'Traduzione (non verificata parola per parola; fanno fede le citazioni sopra):',
    quotes: 'Le citazioni sono nella lingua dei regolamenti e non sono tradotte.',
    notFound: 'Non trovo questa informazione nei regolamenti che posso leggere.',
  },
  nl: {
    asOf: 'Op',
    translation: 'Vertaling (niet woord voor woord gecontroleerd; de citaten hierboven gelden):',
    quotes: 'De citaten staan in de taal van het beleid en zijn niet vertaald.',
    notFound: 'Ik vind deze informatie niet in het beleid dat ik kan lezen.',
  },
  pt: {
    asOf: 'À data de',
    translation: 'Tradução (não verificada palavra por palavra; valem as citações acima):',
    quotes: 'As citações estão no idioma das normas e não foram traduzidas.',
    notFound: 'Não encontro esta informação nas normas que posso ler.',
  },
  pl: {
    asOf: 'Stan na',
    translation: 'Tłumaczenie (niesprawdzone słowo po słowie; obowiązują cytaty powyżej):',
    quotes: 'Cytaty są w języku regulaminów i nie zostały przetłumaczone.',
    notFound: 'Nie znajduję tej informacji w regulaminach, które mogę czytać.',
  },
};

/** What stands before a translation into the language of the text; in English where there are no words for it. */
export async function translationLabel(text: string): Promise<string> {
  const languageOf = await loadLanguageDetector();
  return (phrases[languageOf(text) ?? 'en'] ?? phrases.en)?.translation ?? '';
}

/** A notice for quotes in another language than the question, in the question's; undefined where they are in the same. */
export async function foreignQuotesNotice(question: string, quotes: readonly string[]): Promise<string | undefined> {
  const text = quotes.join('\n');
  // Names and figures of a row of a table are in no language.
  if ((text.match(/\p{Ll}{2,}/gu) ?? []).length < leastWordsQuoted) return undefined;
  if (looksEnglish(question) && quotes.every(looksEnglish)) return undefined;
  const languageOf = await loadLanguageDetector();
  const asked = languageOf(question);
  const found = languageOf(text);
  if (asked === undefined || found === undefined || asked === found) return undefined;
  return (phrases[asked] ?? phrases.en)?.quotes;
}

const leastWordsQuoted = 8;

/** What an answer about another day begins with, in the question's language. */
export async function asOfLead(question: string, on: IsoDate): Promise<string> {
  const language = looksEnglish(question) ? 'en' : ((await loadLanguageDetector())(question) ?? 'en');
  const known = phrases[language];
  if (known === undefined || language === 'en') return `${phrases.en?.asOf} ${dayInWords(on)}:`;
  const style = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return `${known.asOf} ${new Intl.DateTimeFormat(language, style).format(Date.parse(`${on}T00:00:00Z`))}:`;
}

/** That there is no answer, in the question's language; in English where that is not sure. */
export async function notFoundText(question: string): Promise<string> {
  if (looksEnglish(question)) return wording.notFound;
  const languageOf = await loadLanguageDetector();
  return phrases[languageOf(question) ?? 'en']?.notFound ?? wording.notFound;
}
