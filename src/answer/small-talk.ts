/** What a greeting or a thank-you is answered with, or undefined for anything that may be a question. */
export function smallTalkReply(text: string): string | undefined {
  const words = text
    .toLowerCase()
    .replace(/<[@!#][^>]*>|:[a-z0-9_+-]+:|[^\p{L}\s'’]/gu, ' ')
    .trim();
  if (thanks.test(words)) return `You're welcome. ${whatItDoes}`;
  return greeting.test(words) ? `Hello. ${whatItDoes}` : undefined;
}

const whatItDoes =
  'I answer questions about the company policies I can read and show the clause behind every statement. Ask me, for example, how many days of leave you get.';

const tail = '(?: (?:there|all|everyone|team|bylaw|bot|again|so|very|much|a lot|you))*';
const greeting = new RegExp(
  `^(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:morgen|tag|abend)|moin|servus|bonjour|hola|how are you|what(?:'|’)?s up)${tail}$`,
  'u',
);
const thanks = new RegExp(
  `^(?:(?:ok|okay|great|perfect|cool|super) )?(?:thanks|thank you|thx|ty|cheers|danke(?: schön)?|vielen dank|merci|gracias)${tail}$|^(?:ok|okay|great|perfect|got it|bye|goodbye)$`,
  'u',
);
