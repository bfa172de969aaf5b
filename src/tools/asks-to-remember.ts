/**
 * Whether a person's own words ask for something to be remembered, changed or forgotten. Without that nothing is stored,
 * whatever a model wants or a document says.
 */
export function asksToRemember(text: string): boolean {
  return signs.test(text.normalize('NFKC').toLowerCase().replace(aboutRules, ' '));
}

/** "How do I change my address?" asks for a policy, not for a note. */
const aboutRules = new RegExp(
  '(?<=^|[.!?\\n]\\s*)(?:(?:how|where|when|who|wie|wo|wann|wer|comment|où|quand|qui|cómo|dónde|cuándo|quién|come|dove|quando|chi|hoe|waar|wanneer|wie|como|onde|quem|jak|gdzie|kiedy|kto)(?!\\p{L})|' +
    '(?:can|may|do|should|must|could|kann|darf|muss|soll|puis|dois|peux|kan|mag|moet|posso|devo|puedo|debo)[ -](?:i|we|ich|wir|je|ik)(?!\\p{L}))[^.!?\\n]*\\?',
  'gu',
);

/** In the languages that people ask in; a word too many here costs less than one that is missing. */
const signs = new RegExp(
  [
    // English
    "(?<!\\p{L})(?:remember|memori[sz]e|don[’']t forget|keep in mind|note (?:that|down|my|this)|make a note|save|store|forget|erase|delete|remove|update|correct|change)(?!\\p{L})",
    // German, Dutch
    '(?<!\\p{L})(?:merk\\p{L}*|erinner\\p{L}*|speicher\\p{L}*|notier\\p{L}*|vergiss|vergessen|lösch\\p{L}*|änder\\p{L}*|onthou\\p{L}*|vergeet|bewaar|wis|verwijder)(?!\\p{L})',
    // French, Spanish, Portuguese, Italian
    '(?<!\\p{L})(?:retiens|retenez|souviens|rappelle|mémoris\\p{L}*|enregistr\\p{L}*|oubli\\p{L}*|effac\\p{L}*|recuerd\\p{L}*|memoriza\\p{L}*|guarda\\p{L}*|olvid\\p{L}*|borra\\p{L}*|lembr\\p{L}*|esqueç\\p{L}*|apaga\\p{L}*|ricord\\p{L}*|memorizz\\p{L}*|dimentic\\p{L}*|cancell\\p{L}*)(?!\\p{L})',
    // Polish
    '(?<!\\p{L})(?:zapamięt\\p{L}*|zapisz|zapomnij|usuń)',
  ].join('|'),
  'u',
);
