import stem from 'wink-porter2-stemmer';

/** Word stems of a text in order of first use, without words that carry no topic; words of one meaning share a stem. */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [word] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    if (stopWords.has(word)) continue;
    const term = stemOf(word);
    terms.add(meanings.get(term) ?? term);
  }
  return terms;
}

const stopWords = new Set(
  (
    'a an the and or of to in on for with at by from as is are am be been was were do does did doing done has have had ' +
    'how what when where who whom which whose why can could should would will shall may might must i my me mine we our ' +
    'us you your it its this that these those there their them they he she his her if no not yes about into than then ' +
    'so such any all also get gets got getting give gives given many much long often far need needs want wants take ' +
    'takes taken taking make makes happen happens allowed allow up out per each every ever still just only like way ' +
    'tell please know find company policy policies employee employees staff people person someone anyone one s t m re ve ' +
    'll don doesn didn isn aren won'
  ).split(' '),
);

/** What people say beside what policies say. Single words of the same meaning, nothing that only often goes together. */
const synonyms: readonly string[] = [
  'leave vacation holiday holidays pto',
  'ask request',
  'ahead advance beforehand prior before notice',
  'carry carried carryover rollover',
  'unused untaken remaining leftover left',
  'remote remotely home wfh telework teleworking telecommute',
  'boss manager supervisor',
  'reimburse refund repay reimbursed reimbursement',
  'sick ill illness sickness',
  'salary pay wage paid payment',
  'parental maternity paternity',
  'phone mobile smartphone cellphone',
  'laptop notebook computer',
  'car vehicle',
  'fire dismiss terminate',
  'hire recruit',
  'buy purchase',
  'abroad overseas foreign',
  'forbidden prohibited banned',
  'lose lost loss',
  'steal stolen theft',
  'inform notify report',
];

const maxStemmedChars = 40;

function stemOf(word: string): string {
  if (word.length > maxStemmedChars) return word;
  // The stemmer looks exceptions up in a plain object, so that "constructor" comes back as a function.
  const stemmed: unknown = stem(word);
  return typeof stemmed === 'string' && stemmed !== '' ? stemmed : word;
}

const meanings = new Map(
  synonyms.flatMap((group) => {
    const stems = group.split(' ').map(stemOf);
    return stems.map((term): [string, string] => [term, stems[0] ?? term]);
  }),
);
