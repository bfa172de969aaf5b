// What people write in nearly every question, and in no other of these languages.
const functionWords: Readonly<Record<string, string>> = {
  en: 'the is are do does how what when where who which my can of to for with from have has get many much',
  de: 'der die das ist sind wie was wann wo wer welche mein meine ich kann darf muss gibt und für mit von bei habe wieviel viele',
  fr: 'le les est sont comment quand où qui quel quelle mon ma mes je puis peux dois et pour avec combien congés',
  es: 'el los las es son cómo qué cuándo dónde quién cuál mi mis yo puedo debo y para con cuántos tengo',
  it: 'il gli è sono come quando dove chi quale mio mia io posso devo e per con quanti ho',
  nl: 'het is zijn hoe wat wanneer waar wie welke mijn ik kan mag moet en voor met hoeveel heb',
  pt: 'os são como quando onde quem qual meu minha eu posso devo e para com quantos tenho',
};

const scripts: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
  ko: /\p{Script=Hangul}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  th: /\p{Script=Thai}/u,
  ru: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
};

/** False only where the question is clearly in another language than this one (two letters); a few words tell nothing. */
export function isAskedIn(language: string, text: string): boolean {
  const script = Object.keys(scripts).find((name) => scripts[name]?.test(text));
  if (script !== undefined || language in scripts) return script === language;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = Object.entries(functionWords).map(([name, list]) => {
    const known = new Set(list.split(' '));
    return { name, count: words.filter((word) => known.has(word)).length };
  });
  const most = Math.max(...counts.map(({ count }) => count));
  return (
    most === 0 || !(language in functionWords) || counts.some((each) => each.name === language && each.count === most)
  );
}
