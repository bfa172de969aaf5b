import { distance } from 'fastest-levenshtein';
import { z } from 'zod';

/** One line a mistake: the key and what is expected there; for an unknown key the nearest known name. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], schema: z.ZodType): string[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const { path, message } = unknownKey(schema, issue.path, key);
        return `${dotted(path)}: ${message}`;
      });
    }
    return [`${dotted(issue.path)}: ${expectation(issue)}`];
  });
}

/** The mistake that a key is not known, with the nearest name that is. */
export function unknownKey(
  schema: z.ZodType,
  path: readonly PropertyKey[],
  key: string,
): { code: 'custom'; path: PropertyKey[]; message: string } {
  const nearest = nearestName(key, keysAt(schema, path));
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return { code: 'custom', path: [...path, key], message: `unknown key${hint}` };
}

/** What is expected where the mistake is. */
export function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.startsWith('Invalid input') ? `must be ${article(issue.expected)}` : issue.message;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? 'must not be empty' : issue.message;
      if (issue.origin === 'array')
        return `needs at least ${issue.minimum} ${issue.minimum === 1 ? 'entry' : 'entries'}`;
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an http or https address' : issue.message;
    default:
      return issue.message;
  }
}

function article(type: string): string {
  if (type === 'object') return 'a group of settings';
  if (type === 'array') return 'a list';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function dotted(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file';
  return path.map(String).join('.');
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let here: unknown = schema;
  for (const step of path) {
    here = unwrap(here);
    if (here instanceof z.ZodObject) here = here.shape[String(step)];
    else if (here instanceof z.ZodArray) here = here.element;
    else if (here instanceof z.ZodRecord) here = here.def.valueType;
    else return [];
  }
  here = unwrap(here);
  return here instanceof z.ZodObject ? Object.keys(here.shape) : [];
}

function unwrap(schema: unknown): unknown {
  let here = schema;
  while (here instanceof z.ZodDefault || here instanceof z.ZodPrefault || here instanceof z.ZodOptional) {
    here = here.def.innerType;
  }
  return here;
}

function nearestName(key: string, known: readonly string[]): string | undefined {
  const scored = known.map((name) => ({ name, far: distance(key.toLowerCase(), name.toLowerCase()) }));
  scored.sort((a, b) => a.far - b.far);
  const best = scored[0];
  return best !== undefined && best.far <= Math.max(2, Math.ceil(key.length / 3)) ? best.name : undefined;
}
