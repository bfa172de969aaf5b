const opening =
  /^(?:(?:hi|hello|hey|hallo|moin|good (?:morning|afternoon)|guten (?:morgen|tag))\b[^\p{L}]*(?:(?:all|team|everyone|zusammen)\b[^\p{L}]*)?)?(?:who|whom|whose|what|what['’]s|when|where|which|why|how|can|could|may|must|should|do|does|did|is|are|am|will|would|has|have|wer|wen|wem|was|wann|wo|wie|wieso|warum|weshalb|welche[rnms]?|kann|können|darf|dürfen|muss|müssen|gibt|gilt|bekomme|habe|hat|ist|sind|werden)\b/iu;

/** Whether a message in a channel asks something: it has a question mark after a word, or begins like a question. */
export function looksLikeQuestion(text: string): boolean {
  const words = text.replace(/<[^<>]*>/g, ' ').trim();
  return /[\p{L}\p{N})"”’]\s*[?？؟]/u.test(words) || opening.test(words);
}
