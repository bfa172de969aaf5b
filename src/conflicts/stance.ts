/** What a sentence does with what it is about. */
export type Stance = 'permits' | 'forbids' | 'requires' | 'exempts';

/** Read from words of English and German; undefined where it takes no stance, or more than one. */
export function readStance(text: string): Stance | undefined {
  let rest = text;
  const found = new Set<Stance>();
  // What negates is read first and taken out, so that "may not" is no "may".
  for (const [pattern, stance] of patterns) {
    rest = rest.replace(pattern, () => {
      found.add(stance);
      return ' ';
    });
  }
  return found.size === 1 ? [...found][0] : undefined;
}

const patterns: readonly (readonly [RegExp, Stance])[] = [
  [
    /\b(?:need|needs|do|does) not (?:need|have)\b|\bneed not\b|\b(?:is|are) not (?:required|necessary|mandatory|obliged)\b|\b(?:is|are) optional\b|\bno need\b|\bnot mandatory\b|\bvoluntary\b|\b(?:muss|müssen|braucht|brauchen) (?:nicht|kein\w*)\b|\bnicht (?:verpflichtet|verpflichtend|erforderlich|notwendig|nötig|vorgeschrieben)\b|\b(?:freiwillig|freigestellt)\b/g,
    'exempts',
  ],
  [
    /\b(?:must|may|shall|can|could|should|will) (?:not|never)\b|\bcan(?:no|['’])t\b|\bmustn['’]t\b|\b(?:is|are) (?:not|never) (?:\w+ly )?(?:allowed|permitted|reimbursed|reimbursable|covered|paid|eligible|entitled|accepted|refunded|possible)\b|\b(?:is|are) (?:strictly )?(?:prohibited|forbidden|banned)\b|\bnot (?:allowed|permitted|reimbursed|reimbursable|covered|eligible|entitled)\b|\bprohibit(?:s|ed)?\b|\bforbid(?:s|den)?\b|\b(?:darf|dürfen|kann|können|wird|werden) (?:nicht|kein\w*)\b|\bnicht (?:erlaubt|gestattet|zulässig|erstattungsfähig|erstattet)\b|\b(?:verboten|untersagt|unzulässig)\b/g,
    'forbids',
  ],
  [
    /\b(?:must|shall|have to|has to)\b|\b(?:is|are) (?:required|mandatory|obliged|obligatory)\b|\brequire[sd]?\b|\bmandatory\b|\b(?:muss|müssen|verpflichtet|verpflichtend|erforderlich|vorgeschrieben)\b/g,
    'requires',
  ],
  [
    /\b(?:may|can)\b|\b(?:is|are) (?:\w+ly )?(?:allowed|permitted|reimbursed|reimbursable|covered|eligible|entitled|accepted|refunded)\b|\b(?:allowed|permitted)\b|\b(?:darf|dürfen|kann|können|erlaubt|gestattet|zulässig|erstattungsfähig)\b/g,
    'permits',
  ],
];

/** Stances that can't both hold of the same thing. */
export function areOpposed(a: Stance | undefined, b: Stance | undefined): boolean {
  const pair = [a, b].sort().join(' ');
  return pair === 'forbids permits' || pair === 'forbids requires' || pair === 'exempts requires';
}

/** Words that only tell the stance. */
export const stanceWords: readonly string[] = (
  'must may shall can cannot mustn need needs required require requires allowed permitted prohibited prohibits forbidden banned ' +
  'reimbursable optional mandatory voluntary obliged obligatory entitled eligible accepted possible strictly necessary ' +
  'erlaubt gestattet zulässig unzulässig verboten untersagt verpflichtet verpflichtend erforderlich notwendig nötig ' +
  'vorgeschrieben freiwillig freigestellt erstattungsfähig erstattet'
).split(' ');
