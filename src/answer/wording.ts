/** What people are told when there is no answer to show, and how an answer came about. */
export const wording = {
  notFound: "I don't have this information in the policies I can read.",
  refused:
    "I can't answer this question. The passages below may help; otherwise please ask the people who own the policy.",
  cannotSearch: "I can't search the policies right now. Please ask again in a few minutes.",
  failed:
    'Something went wrong and I could not answer. Please ask again; if it happens again, tell whoever runs this bot.',
  noSuchDay: (day: string) =>
    `There is no such day as “${day.slice(0, 40)}”. Please write it like 2026-03-01, for example: as-of:2026-03-01 followed by your question.`,
  ambiguousDay: (day: string) =>
    `“${day.slice(0, 40)}” can be read as two different days. Please write the day like 2026-03-01 and ask again.`,
  chosenBefore: 'I have gone on with that question already. Ask it again to choose anew.',
  empty: 'What would you like to know? Ask a question about a company policy.',
  tooLong: (limit: number) =>
    `Your question is longer than ${limit.toLocaleString('en')} characters, which is more than I can read. Please shorten it to the question itself.`,
} as const;

/** Why an answer is quotes, or shorter than it would be. */
export const notices = {
  noModel: 'No language model is set up, so answers are quotes from the policies.',
  unavailable: "The language model can't be reached right now, so answers are quotes from the policies.",
  rejected: "The language model can't be used as it is set up, so answers are quotes from the policies.",
  late: 'The language model took too long, so answers are quotes from the policies.',
  noReply: 'The language model gave no usable reply, so answers are quotes from the policies.',
  notFollowed: (skill: string) =>
    `The procedure “${skill}” can't be followed without one; what the policies say is quoted instead.`,
  cut: 'The answer reached its length limit and ends early.',
} as const;
