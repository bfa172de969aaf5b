import { loadLanguageDetector, looksEnglish } from './languages.ts';

interface Phrases {
  /** Before a translation whose words could not be compared with what it translates. */
  readonly translation: string;
  /** With quotes that stand in another language than the question. */
  readonly quotes: string;
}

/** What a person reads in their own language about text that is not in it, by ISO 639 code. */
const phrases: Readonly<Record<string, Phrases>> = {
  en: {
    translation: 'Translation (not checked word for word; the quotes above count):',
    quotes: 'The quotes are in the language of the policies; they were not translated.',
  },
  de: {
    translation: 'Übersetzung (nicht Wort für Wort geprüft; es gelten die Zitate oben):',
    quotes: 'Die Zitate stehen in der Sprache der Richtlinien und sind nicht übersetzt.',
  },
  fr: {
    translation: 'Traduction (non vérifiée mot à mot ; les citations ci-dessus font foi) :',
    quotes: 'Les citations sont dans la langue des règlements et ne sont pas traduites.',
  },
  es: {
    translation: 'Traducción (no comprobada palabra por palabra; valen las citas de arriba):',
    quotes: 'Las citas están en el idioma de las normas y no están traducidas.',
  },
  it: {
    translation: 'Traduzione (non verificata parola per parola; fanno fede le citazioni sopra):',
    quotes: 'Le citazioni sono nella lingua dei regolamenti e non sono tradotte.',
  },
  nl: {
    translation: 'Vertaling (niet woord voor woord gecontroleerd; de citaten hierboven gelden):',
    quotes: 'De citaten staan in de taal van het beleid en zijn niet vertaald.',
  },
  pt: {
    translation: 'Tradução (não verificada palavra por palavra; valem as citações acima):',
    quotes: 'As citações estão no idioma das normas e não foram traduzidas.',
  },
  pl: {
    translation: 'Tłumaczenie (niesprawdzone słowo po słowie; obowiązują cytaty powyżej):',
    quotes: 'Cytaty są w języku regulaminów i nie zostały przetłumaczone.',
  },
};

/** What stands before a translation into the language of the text; in English where there are no words for it. */
export async function translationLabel(text: string): Promise<string> {
  const languageOf = await loadLanguageDetector();
  return (phrases[languageOf(text) ?? 'en'] ?? phrases.en)?.translation ?? '';
}

/** A notice for quotes in another language than the question, in the question's; undefined where they are in the same. */
export async function foreignQuotesNotice(question: string, quotes: readonly string[]): Promise<string | undefined> {
  if (looksEnglish(question) && quotes.every(looksEnglish)) return undefined;
  const languageOf = await loadLanguageDetector();
  const asked = languageOf(question);
  const found = languageOf(quotes.join('\n'));
  if (asked === undefined || found === undefined || asked === found) return undefined;
  return (phrases[asked] ?? phrases.en)?.quotes;
}
