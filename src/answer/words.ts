/** The words of a text that carry its topic, in lower case, with repeats; plural and singular are one. */
export function contentWords(text: string): string[] {
  return allWords(text).filter((word) => !functionWords.has(word));
}

export function allWords(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
  return words.map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));
}

const functionWords = new Set(
  (
    'a an the and or of to in on for with at by from as is are was were be been do doe did ha have had if when where who ' +
    'which that this these those it its you your they their we our us he she will would can could may might must shall ' +
    'should per each every any all up than then so also only about into both der die das ein eine einer und oder von zu ' +
    'zum zur im in für mit bei auf als ist sind sie ihr ihre wir man pro le la les de des du et ou un une el los las y'
  ).split(' '),
);
