/** What the asker should know about how the turn went, besides the answer. */
export const turnNotices = {
  /** What was said before can't be read. */
  forgotten: "I could not read what was said before in this conversation, so this answer doesn't build on it.",
  budgetSpent: 'The budget for language models is used up for today, so answers are quotes from the policies.',
  filesUnread: 'What came with the question, such as files, was not read: that takes a language model.',
} as const;

/** Of what became void before anyone decided. */
export const supersededText = 'Something else was asked before anyone agreed, so this was not done.';

/** Of what nobody can tell any more, since its conversation can't be read. */
export const lostText =
  "What this belonged to can't be read any more, so nothing further was done. Please check what happened, and ask again.";

/** Several notices as one; undefined for none. */
export function joinNotices(notices: readonly (string | undefined)[]): string | undefined {
  const said = [...new Set(notices.filter((notice) => notice !== undefined && notice !== ''))];
  return said.length === 0 ? undefined : said.join(' ');
}
