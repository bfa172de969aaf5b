import { wordMeanings } from '../../word-meanings.ts';
import { wordStem } from '../../word-stem.ts';

/** The stem of a word that carries a topic, one for all words of a meaning; undefined for words that carry none. */
export function topicOf(written: string): string | undefined {
  // "you're", "it's", "the company's"
  const word = written.replace(/['’](?:s|re|ll|ve|d|m)?$/, '');
  if (lightWords.has(word) || (word.length < 2 && !/\p{N}/u.test(word))) return undefined;
  const term = wordStem(word);
  return meanings.get(word) ?? meanings.get(term) ?? term;
}

/** Words that hold a sentence together, or say no more than that something is so. */
const lightWords = new Set(
  (
    'a an the and or but nor so as of to in on for with at by from into onto out off up upon per via than then there here this that ' +
    'these those it its itself they them their theirs you your yours yourself we us our ours he him his she her hers i me my mine ' +
    'one who whom whose which what when where while if how why whether is are am was were be been being do does did doing done ' +
    'have has had having will would shall also too both either each every any all such same own very just still already again ' +
    'however therefore thus hence otherwise instead about because please yes get gets got getting receive receives received ' +
    'receiving entitled entitles eligible give gives given means mean meaning say says said state states stated apply applies applied ' +
    'according take takes taken took taking case cases company policy policies handbook guideline guidelines under over against between among during through throughout regarding concerning whenever ' +
    'wherever whoever whatever well within without able way thing things mr ms etc e.g i.e let lets must-have anything something else obtain obtains obtained toward towards ' +
    // German, French, Spanish, Italian, Dutch, Portuguese, Polish
    'der die das den dem des ein eine einen einem einer eines und oder aber von vom zu zum zur im in ins am an für mit bei beim auf aus als wie ist sind war ' +
    'waren wird werden wurde wurden hat haben hatte sie ihr ihre ihren ihrem ihrer er es wir uns unser unsere man sich pro je dass wenn falls so auch noch ' +
    'dies diese dieser dieses diesem bekommen bekommt erhalten erhält gilt gelten du dich dein deine ' +
    'le la les l un une de du des d et ou mais à au aux en dans sur par pour avec ce cet cette ces il elle ils elles vous votre vos nous notre nos on se sa son ses ' +
    'est sont était a ont que qui si où ne y el los las lo una unos unas del al con por para su sus es son ha han se si o e il gli i uno della dello dei degli delle nel ' +
    'nella sul che di da per tra fra suo sua loro è sono hanno het een van voor met bij op aan te ze zij hij uw je wij ons onze is zijn wordt worden heeft hebben ' +
    'dat die deze dit als os as um uma do da dos das no na nos nas com seu sua são está foi tem w z na do i oraz jest są się ich'
  ).split(' '),
);

/** Beside those that a search may take for one another. Only what leaves a rule the same. */
const further = [
  // Before "person", which has its stem.
  'private personal privately personally',
  'employee employees staff worker workers people person someone somebody everyone everybody anyone anybody personnel individual individuals',
  'working business workday workdays',
  'reimburse reimbursed reimbursement covered refund refunded repay repaid',
  'submit submitted submission file filed hand',
  'begin begins began begun start starts started commence',
  'end ends ended finish expire expires expired lapse lapses',
  'inform informed notify notified tell told report reported',
  'purchase purchased buy bought',
  'use used using usage utilise utilize',
  'choose chosen select selected',
  'permission consent approval approve approved approves authorisation authorization authorise authorize',
  'keep kept retain retained store stored',
  'delete deleted erase erased remove removed',
  'help assistance support',
  'child children kid kids',
  'speak talk',
  'home house',
  'try tried attempt',
  'external externally outside',
  'internal internally inside',
  'perform conduct conducted',
  'ensure guarantee',
  'change modify alter amend',
  'occur happen',
  'answer reply respond response',
  'check verify',
  'decide determine decision determination',
  'provide provision supply offer',
  'whole entire',
  'several multiple',
  'discuss discussion',
  'reduce decrease reduction',
  'increase raise',
  'activate enable',
  'deactivate disable',
  'big large',
  'prevent stop',
  'additional extra',
  'especially particularly particular',
  'text textual sms',
  'short brief',
  'job role position',
  'written writing write',
  'doctor physician',
  'certificate note',
  // Who hires is not who is hired.
  'recruiter recruiters',
  'us usa u.s states',
  'eur euro euros',
  'usd dollar dollars',
  // Forms that no stemmer finds.
  'make made makes making',

  'pay paid pays paying payment payments',
  'send sent',
  'hold held',
  'meet met',
  'bring brought',
  'go goes gone went',
  'come came',
  'see seen saw',
  'know known',
  'find found',
  'run ran',
  'drive driven drove',
  'break broken broke',
  'build built',
  'spend spent',
  'wear worn',
  'rise risen rose',
  'fall fallen fell',
  'show shown',
  'become became',
  'lose lost loss',
];

/** Distinctions that a rule may turn on, though people searching don't make them. */
const distinct = ['parental', 'salary', 'holiday', 'notice', 'left', 'fire', 'remote', 'sick'];
const own = new Set([...further.flatMap((group) => group.split(' ')), ...distinct]);

const meanings = new Map(
  [...wordMeanings.filter((group) => !group.split(' ').some((word) => own.has(word))), ...further].flatMap((group, i) =>
    group.split(' ').flatMap((word): [string, string][] => [
      [word, `=${i}`],
      [wordStem(word), `=${i}`],
    ]),
  ),
);
