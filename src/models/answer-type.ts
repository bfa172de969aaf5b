/**
 * 0.1 if the sentence holds the kind of thing that is asked for (a number, a time, a role, a permission), -0.1 if not;
 * a little more where it grants what is asked for.
 */
export function answerTypeScore(question: string, sentence: string): number {
  const type = types.find(({ asks }) => asks.test(question));
  const fits = type === undefined ? 0 : type.answers.test(sentence) ? bonus : -bonus;
  return fits + (asksForShare.test(question) && grants.test(sentence) ? grantBonus : 0);
}

const bonus = 0.1;

/** Settles between sentences that hold the same words: what one gets stands where something is granted. */
const grantBonus = 0.12;
const asksForShare =
  /\bhow (?:many|much|long)\b|\b(?:do|does|will|would|can|am|are) (?:i|we|you|employees?|\w+) (?:get|have|receive|entitled|earn)\b/i;
const grants = /\b(?:receives?|gets?|entitled|granted|earns?|accrues?)\b/i;

const number =
  '\\d|\\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|once|twice|none|half|unlimited|no limit)\\b';
const time =
  '\\b(?:hours?|days?|weeks?|months?|quarters?|years?|annual(?:ly)?|monthly|weekly|daily|date|before|after|within|until|immediately|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|january|february|march|april|june|july|august|september|october|november|december)\\b';

/** The first that fits counts. */
const types: readonly { readonly asks: RegExp; readonly answers: RegExp }[] = [
  {
    asks: /\bhow (?:many|much|long|often|old|high|large|big|expensive|fast|quickly)\b|\bwhat (?:amount|percentage|number|limit)\b/i,
    answers: new RegExp(number, 'i'),
  },
  {
    asks: /\bwhen\b|\b(?:what|which) (?:day|date|month)s?\b|\bdeadline\b|\bhow (?:far|early|soon|late)\b|\bby what date\b/i,
    answers: new RegExp(`${time}|\\d{4}`, 'i'),
  },
  {
    asks: /\bwho(?:m|se)?\b/i,
    answers:
      /\b(?:managers?|hr|people|team|officers?|directors?|lead|department|committee|employees?|owner|head|board|counsel|desk|staff)\b/i,
  },
  {
    asks: /^\W*(?:can|could|may|am i|is it|are we|do i have to|must)\b/i,
    answers:
      /\b(?:may|can|must|cannot|not|allowed|permitted|prohibited|eligible|required|requires?|needs?|only|never|up to|at most)\b/i,
  },
];
