import { wordMeanings } from './word-meanings.ts';
import { wordStem } from './word-stem.ts';

/** Word stems of a text in order of first use, without words that carry no topic; words of one meaning share a stem. */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [word] of text
    .normalize('NFKC')
    .toLowerCase()
    .replace(kindsOfLeave, '$1 $1leave')
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    if (stopWords.has(word)) continue;
    const term = wordStem(word);
    terms.add(meanings.get(term) ?? term);
  }
  return terms;
}

/**
 * Kinds of leave that are none of the days a year that people simply call leave: "sick leave" becomes a word of its own,
 * so that it neither answers nor asks for those.
 */
const kindsOfLeave =
  /\b(sick|sickness|parental|maternity|paternity|adoption|care|carer's|bereavement|compassionate|unpaid|study|educational|sabbatical|military|medical|jury)[ -]+leaves?\b/g;

/** Whether a text is about a special kind of leave that was not asked for. */
export function isOtherKind(terms: ReadonlySet<string>, asked: ReadonlySet<string>): boolean {
  return asked.has(leave) && [...terms].some((term) => term !== leave && term.endsWith('leav') && !asked.has(term));
}

const stopWords = new Set(
  (
    'a an the and or but of to in on for with at by from as without within upon via per through under over before after ' +
    'during while until since between against because though although up out off about into than then so such is are am ' +
    'be been being was were do does did doing done have has had having how what when where who whom which whose why can ' +
    'could should would will shall may might must i my me mine myself we our us you your yourself it its this that these ' +
    'those there their them they he she his her if no not yes any all some each every either both other another same own ' +
    'also again already even ever still yet just only quite very too more most much many few long often far now soon here ' +
    'else etc get gets got getting give gives given giving take takes taken taking make makes made making go goes going ' +
    'need needs needed want wants know find tell say says please like let happen happens able allow allowed possible ' +
    'possibly regard regarding according related concerning way thing things something anything company policy policies ' +
    'employee employees staff people person someone anyone one s t d m re ve ll don doesn didn isn aren won wasn'
  ).split(' '),
);

const meanings = new Map(
  wordMeanings.flatMap((group) => {
    const stems = group.split(' ').map(wordStem);
    return stems.map((term): [string, string] => [term, stems[0] ?? term]);
  }),
);

const leave = meanings.get(wordStem('leave')) ?? 'leave';
