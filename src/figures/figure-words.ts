/** Words of English, German, French and Spanish that numbers, units and dates are written with, in lower case. */

const locales = ['en', 'de', 'fr', 'es'];

/** Month names and their usual short forms, to 1–12. */
export const months: ReadonlyMap<string, number> = new Map(
  locales.flatMap((locale) =>
    Array.from({ length: 12 }, (_, i) => i).flatMap((month) => {
      const day = new Date(Date.UTC(2026, month, 15));
      const spell = (style: 'long' | 'short') =>
        new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' }).format(day).toLowerCase().replace(/\.$/, '');
      const spellings = [spell('long'), spell('short')].filter((name) => name.length > 2 && name !== 'mar');
      return [...spellings, ...(locale === 'en' && month === 8 ? ['sept'] : [])].map((name): [string, number] => [
        name,
        month + 1,
      ]);
    }),
  ),
);

const spelled =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty\n' +
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig\n' +
  'zéro - deux trois quatre cinq six - huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt\n' +
  'cero - dos tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte';

const tens =
  'twenty thirty forty fifty sixty seventy eighty ninety\nzwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig';

/** Spelled whole numbers; French and Spanish words that mean something else in English are left out. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...spelled
    .split('\n')
    .flatMap((line) => line.split(' ').map((word, i): [string, number] => [word, i]))
    .filter(([word]) => word !== '-'),
  ...tens.split('\n').flatMap((line) => line.split(' ').map((word, i): [string, number] => [word, (i + 2) * 10])),
  ['dozen', 12],
]);

/** These are articles and pronouns as well: numbers only in front of a unit. */
export const ambiguousNumberWords: ReadonlySet<string> = new Set(['one', 'ein', 'acht', 'null', 'seize', 'elf']);

export const multipliers: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['k', 1000],
  ['million', 1_000_000],
  ['millionen', 1_000_000],
  ['billion', 1_000_000_000],
]);

/** Units, each to its English name. "an", also an article, is one right behind its number only. */
export const units: ReadonlyMap<string, string> = named({
  minute: 'minute minutes min minuten minuto minutos',
  hour: 'hour hours hr hrs stunde stunden heure heures hora horas',
  day: 'day days tag tage tagen jour jours día días',
  night: 'night nights nacht nächte nuit nuits noche noches',
  week: 'week weeks woche wochen semaine semaines semana semanas',
  month: 'month months monat monate monaten mois mes meses',
  quarter: 'quarter quarters quartal quartale quartalen trimestre trimestres',
  year: 'year years jahr jahre jahren an ans année années año años',
  kilometre: 'km kilometer kilometers kilometre kilometres kilómetros kilomètres',
  mile: 'mile miles meile meilen',
  character: 'character characters zeichen',
  cent: 'cent cents ct',
});

/** What an amount is "per", from adverbs. */
export const rateAdverbs: ReadonlyMap<string, string> = named({
  hour: 'hourly stündlich',
  day: 'daily täglich',
  week: 'weekly wöchentlich',
  month: 'monthly monatlich mensuel',
  quarter: 'quarterly',
  year: 'yearly annually annual annum jährlich',
});

export const currencies: ReadonlyMap<string, string> = named({
  EUR: '€ eur euro euros',
  USD: '$ usd us$ dollar dollars',
  GBP: '£ gbp pound pounds',
  CHF: 'chf franken francs',
  JPY: '¥ jpy yen',
  INR: '₹ inr rupees',
});

function named(groups: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(groups).flatMap(([name, words]) => words.split(' ').map((word): [string, string] => [word, name])),
  );
}
