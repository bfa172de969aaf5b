/**
 * About how many tokens a text is, without a tokenizer: 3.5 ASCII characters each, and one for every other character.
 * English prose has about 4.5 characters a token in o200k and 15–35 % more tokens for Claude, so that this errs upwards.
 */
export function estimateTokens(text: string): number {
  let ascii = 0;
  let others = 0;
  for (const character of text) {
    if (character < '\u0080') ascii += 1;
    else others += 1;
  }
  return Math.ceil(ascii / 3.5 + others);
}
