/**
 * LF line ends, no byte order mark, and none of the characters that a reader cannot see but a model would read:
 * zero-width, bidirectional, tag, variation-selector and control characters.
 * Joiners stay where a script or an emoji needs them, a single variation selector stays behind an emoji or a Han character.
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029\f\v]/g, '\n')
    .replace(unneededJoiners, '')
    .replace(unneededSelectors, '')
    .replace(invisible, '')
    .toWellFormed();
}

/** Says so when a text carries characters that serve to hide or reorder words, since an honest document has none. */
export function hiddenTextNotes(text: string): string[] {
  const found = text.match(/[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu)?.length ?? 0;
  return found === 0
    ? []
    : [`held ${found} invisible or text-reordering characters, which were removed: check where they come from`];
}

/** Scripts that spell with joiners, and emoji that are built with them. */
const joining = [
  ...['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu'],
  ...['Kannada', 'Malayalam', 'Sinhala', 'Khmer'],
].map((script) => `\\p{Script=${script}}`);

const unneededJoiners = new RegExp(
  `(?<![${joining.join('')}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)[\\u200c\\u200d]`,
  'gu',
);

const unneededSelectors = /(?<![\p{Emoji}\p{Script=Han}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

const invisible = new RegExp(
  [
    '[\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f', // controls
    '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u2060-\\u2065\\u206a-\\u206f', // without width
    '\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\ufffe\\uffff\\u{1d173}-\\u{1d17a}',
    '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069', // bidirectional
    '\\ufdd0-\\ufdef\\u{e0000}-\\u{e007f}]', // noncharacters and tags
  ].join(''),
  'gu',
);
