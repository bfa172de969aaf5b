/** What people call a kind of contract, by what it is noted as: stems in English, German, French and Spanish. */
const kinds: Readonly<Record<string, string>> = {
  intern: 'interns?|internships?|praktikant(?:in|innen|en)?|praktikum|stagiaires?|becari[oa]s?|practicantes?',
  'working student': 'working students?|student workers?|werkstudent(?:in|innen|en)?|étudiants? salariés?',
  apprentice: 'apprentices?|apprenticeships?|trainees?|auszubildende[nr]?|azubis?|apprentie?s?|aprendiz(?:es)?',
  contractor:
    'contractors?|freelancers?|freelance|freie mitarbeiter|consultants?|prestataires?|contratistas?|autónomos?',
  'temporary worker':
    'temporary (?:workers?|agency workers?)|agency workers?|temps|leiharbeiter|zeitarbeiter|intérimaires?',
  'fixed-term': 'fixed[- ]term(?: (?:employees?|contracts?))?|befristet(?:e[nr]?)?(?: beschäftigte[nr]?)?|cdd',
  permanent: 'permanent(?: (?:employees?|contracts?))?|unbefristet(?:e[nr]?)?|festangestellte[nr]?|cdi|indefinidos?',
  'part-time':
    'part[- ]tim(?:e|ers?)(?: (?:employees?|staff))?|teilzeit(?:kräfte|beschäftigte[nr]?)?|temps partiel|tiempo parcial',
  'full-time':
    'full[- ]tim(?:e|ers?)(?: (?:employees?|staff))?|vollzeit(?:kräfte|beschäftigte[nr]?)?|temps plein|tiempo completo',
};

/** One spelling for each kind of employment; what is not known stays as written, in lower case. */
export function readEmployment(value: string): string {
  const text = value
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ');
  return knownEmployment(text) ?? text;
}

/** Undefined for what is no known kind of employment. */
export function knownEmployment(value: string): string | undefined {
  const text = value
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ');
  return Object.keys(kinds).find((kind) => new RegExp(`^(?:${kinds[kind]})$`, 'u').test(text));
}

export interface EmploymentMention {
  readonly value: string;
  /** The writer says it of themselves. */
  readonly isSelf: boolean;
}

/** Kinds of employment that a text speaks of, the given ones by their own words as well. */
export function findEmployment(text: string, values: readonly string[] = []): EmploymentMention[] {
  const lower = text.toLowerCase();
  const own = values
    .filter((value) => kinds[value] === undefined)
    .map((value) => [value, `${escaped(value)}s?`] as const);
  return [...Object.entries(kinds), ...own].flatMap(([value, pattern]) => {
    const found = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u').exec(lower);
    return found === null ? [] : [{ value, isSelf: self.test(lower.slice(0, found.index)) }];
  });
}

/** As it stands behind "to": `interns`, `fixed-term employees`. */
export function employmentLabel(value: string): string {
  if (/-t(?:ime|erm)$|^permanent$/.test(value)) return `${value} employees`;
  return /s$/.test(value) ? value : `${value}s`;
}

const self =
  /(?<!\p{L})(?:i['’]m|i am|i work|as|ich bin|ich arbeite als|als|je suis|en tant que|soy|trabajo|como)(?: (?:an?|the|one|eine?|un[ea]?))?(?: (?:new|paid|neue[rs]?))?\s+$/u;

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
