import { type AskingWords, anyOf, endingIn, only, timeMark as time } from './asking-words.ts';

const rule =
  '(?:polic(?:y|ies)|rules?|regulations?|guidelines?|handbook|limits?|caps?|allowances?|entitlements?|rates?|maximum|minimum|notice periods?|per diem|quotas?|process(?:es)?|procedures?|approval|dress code|requirements?|thresholds?|deadlines?|versions?)';
const people =
  '(?:we|you|one|people|employees|staff|everyone|everybody|interns|managers|contractors|the company|they|it|there)';
const state =
  '(?:allowed|permitted|entitled|required|obliged|valid|in force|in effect|mandatory|regulated|forbidden|prohibited|banned|needed|to be)';
const quantity = '(?:days|weeks|months|hours|leave|pto|percent|money|notice)';

export const english: AskingWords = {
  language: 'en',
  past: anyOf(
    `<(?:what|which|how)>.*<(?:was|were|had)>.*<${rule}>`,
    `<(?:what|which|how)>.*<${rule}>.*<(?:was|were|applied|had|said)>`,
    `<(?:what|which|how)>.*<did>.*<${rule}>.*<(?:say|state|require|allow|provide|cover|permit|define|mean|look)>`,
    `<how (?:many|much)>.*<${quantity}>.*<did ${people}>.*<(?:get|have|receive)>`,
    `<how (?:many|much|long|often|far|high)>.*<(?:did|could) ${people}>.*<(?:reimburse|need|have to|carry)>`,
    `<how (?:many|much)>.*<${quantity}>.*<${people} (?:had|got|received)>`,
    `<(?:was|were)>.*<${state}>`,
    `<did ${people} (?:have|need) to>`,
    '<(?:what|which)>.*<(?:applied|(?:was|were) in (?:force|effect))>',
  ),
  future: anyOf(
    `<(?:what|which|how)>.*<will>.*<(?:${rule}|apply|change|be in force|be valid|be allowed|take effect)>`,
    `<how (?:many|much|long|often)>.*<will ${people}>.*<(?:get|have|receive)>`,
    `<(?:what|which)>.*<${rule}>.*<will>`,
    `<(?:what|which)>.*<(?:applies|apply|changes?|(?:is|are) in force)> ${time}`,
  ),
  named: anyOf(
    `${time}['’]s (?:[\\p{L}-]+ ){0,2}(?:polic(?:y|ies)|rules?|handbook|guidelines?)>`,
    `<(?:the|our) ${time} (?:[\\p{L}-]+ ){0,2}(?:polic(?:y|ies)|rules?|handbook|guidelines?|version)>`,
    `<(?:policy|policies|rules|version|handbook) (?:of|from) ${time}`,
  ),
  personal: anyOf("<(?:i|my|mine|i['’]\\p{L}+|who|whose|when|why|where|sick days (?:did|were))>"),
  marked: anyOf('^(?:what|which|how)>'),
  hasBareYears: false,
  leadIn:
    /^(?:and |so |hi,? |hello,? )*(?:(?:please |can you |could you )*tell (?:me|us) |i(?: need| want| would like|['’]d like) to know |do you know |remind (?:me|us) )/u,
  prepositions: {
    marker: endingIn('as (?:of|at)(?: the)?'),
    before: endingIn('(?:before|prior to)(?: the)?'),
    until: endingIn('(?:until|till|up to)(?: the)?'),
    since: endingIn('(?:since|after|from|starting|by|into)(?: the| in| on)?'),
    at: endingIn('(?:in|on|during|at|for|back in)(?: the)?(?: year| month of)?'),
  },
  followUp: only('(?:and|what about|how about|and what about)?\\s*(?:in|on|during|before|back in)?(?: the)?'),
  today: anyOf(
    '^(?:and |but |so |what about |how about )*(?:is it |what is it )?(?:today|now|currently|nowadays|at present)$',
  ),
};
