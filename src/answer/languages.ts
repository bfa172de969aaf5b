/** ISO 639 code of the language that a text is in, or undefined where it is too short or mixed to say. */
export type LanguageOf = (text: string) => string | undefined;

let loading: Promise<LanguageOf> | undefined;

/** Loaded when first needed: it takes about 0.2 s and 90 MB. */
export function loadLanguageDetector(): Promise<LanguageOf> {
  loading ??= import('eld/extrasmall').then(({ eld }) => (text) => {
    const plain = text.replace(/https?:\S+|[*_#>|`\d[\]]/g, ' ').trim();
    if ((plain.match(/\p{L}+/gu) ?? []).length < leastWords) return undefined;
    const found = eld.detect(plain);
    return found.isReliable() && found.language !== '' ? found.language : undefined;
  });
  return loading;
}

const leastWords = 3;

/** Whether a text has words that only English has, so that nothing needs to be loaded to tell. */
export function looksEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length === 0 || words.some((word) => english.has(word));
}

const english = new Set(
  'the how what when where which who why can does are my our your and from get should must policy'.split(' '),
);
