import type { HandbookSentence } from './handbooks.ts';

const auxiliary =
  /^(?<subject>(?:[\p{L}\p{N}’'-]+ ){1,6}?)(?<predicate>(?:must|may|can|cannot|should|will|is|are|has to|have to)\s.+)$/su;
/** Who is meant by these is left to the reader. */
const general =
  /^(?:(?:all|every|any|the|an?|our|your|each|full-time|these|those|this|that|other|some) )?(?:you|we|i|they|it|he|she|this|that|there|these|those|who|what|which|how|employees?|people|staff|everyone|everybody|anyone|nobody|personnel|users?|members?|teammates?|one|doing so)$/i;

/** The rule of one sentence told of what another one is about: "Alcohol must be submitted within 30 days". */
export function swapSubject(first: HandbookSentence, second: HandbookSentence): string | undefined {
  const [one, other] = [read(first), read(second)];
  if (one === undefined || other === undefined) return undefined;
  if (general.test(one.subject) || general.test(other.subject)) return undefined;
  const own = wordsOf(one.subject);
  const theirs = wordsOf(`${second.text} ${second.passage.passage.headings.at(-1) ?? ''}`);
  // What is about the same thing, by its heading too, may well have the same rule.
  if (own.length === 0 || own.some((word) => theirs.includes(word)) || one.subject === other.subject) return undefined;
  return `${one.subject} ${other.predicate}`;
}

function read({ text, kind }: HandbookSentence): { readonly subject: string; readonly predicate: string } | undefined {
  const { subject = '', predicate = '' } = (kind === 'sentence' ? auxiliary.exec(text)?.groups : undefined) ?? {};
  const isPlain =
    subject !== '' &&
    !/^(?:if|when|while|in|on|at|for|as|by|with|after|before|to|please|because|that|we|this|below|above|there|you|here|once|all of this|all you|note|from|the following|but|and|so|where|additionally)\b|\b(?:that|it|if|when|which|of them|and|or|but)$/i.test(
      subject.trim(),
    );
  // "… is the case" says nothing by itself.
  return isPlain && predicate.split(' ').length > 3 ? { subject: subject.trim(), predicate } : undefined;
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 5));
}
