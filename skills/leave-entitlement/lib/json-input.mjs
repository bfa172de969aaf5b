import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

// The same file stands in each skill that computes, so that every folder works on its own.

/** What is wrong with the input, each with a JSON pointer to the place. */
export class InputError extends Error {
  constructor(problems) {
    super('the input does not fit');
    this.problems = problems;
  }
}

export function refuse(path, message) {
  throw new InputError([{ path, message }]);
}

/** Adds a line of the calculation with the passages that its inputs stand in. */
export function note(run, text, ...inputs) {
  run.steps.push({ text, sources: [...new Set(inputs.map(({ source }) => source))] });
}

/** Reads JSON on stdin, checks it against the schema, writes the result, or the problems with exit status 2. */
export async function runScript(schemaUrl, compute) {
  try {
    const input = parse(await text(process.stdin));
    const schema = JSON.parse(readFileSync(schemaUrl, 'utf8'));
    checkInput(schema, input);
    process.stdout.write(`${JSON.stringify(compute(input), null, 2)}\n`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    process.stdout.write(`${JSON.stringify({ error: 'invalid_input', problems: error.problems }, null, 2)}\n`);
    process.exitCode = 2;
  }
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    return refuse('', 'is not JSON; pass one JSON object on standard input');
  }
}

/** Throws every problem at once. Knows the keywords that the schemas of these skills use, and refuses others. */
export function checkInput(schema, value) {
  const problems = [];
  check(schema, schema, value, '', problems);
  if (problems.length > 0) throw new InputError(problems.slice(0, 20));
}

const annotations = new Set(['$schema', '$id', '$defs', 'title', 'description', 'examples']);

function check(root, schema, value, path, problems) {
  for (const [keyword, wanted] of Object.entries(schema)) {
    if (annotations.has(keyword)) continue;
    if (!Object.hasOwn(keywords, keyword)) throw new Error(`the schema uses "${keyword}", which is not supported`);
    const message = keywords[keyword](wanted, value, { root, schema, path, problems });
    if (message !== undefined) problems.push({ path, message });
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const types = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const keywords = {
  $ref: (wanted, value, { root, path, problems }) => {
    check(root, root.$defs[wanted.slice('#/$defs/'.length)], value, path, problems);
  },
  type: (wanted, value) =>
    [wanted].flat().some((type) => types[type](value)) ? undefined : `must be of type ${[wanted].flat().join(' or ')}`,
  enum: (wanted, value) => (wanted.includes(value) ? undefined : `must be one of ${wanted.join(', ')}`),
  const: (wanted, value) => (value === wanted ? undefined : `must be ${JSON.stringify(wanted)}`),
  required: (wanted, value, { path, problems }) => {
    if (!isObject(value)) return;
    for (const name of wanted)
      if (!Object.hasOwn(value, name)) problems.push({ path: `${path}/${name}`, message: 'is missing' });
  },
  properties: (wanted, value, { root, path, problems }) => {
    if (!isObject(value)) return;
    for (const [name, schema] of Object.entries(wanted))
      if (Object.hasOwn(value, name)) check(root, schema, value[name], `${path}/${name}`, problems);
  },
  additionalProperties: (wanted, value, { root, schema, path, problems }) => {
    if (!isObject(value)) return;
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(schema.properties ?? {}, name)) continue;
      if (wanted === false) problems.push({ path: `${path}/${name}`, message: 'is not known here' });
      else check(root, wanted, value[name], `${path}/${name}`, problems);
    }
  },
  items: (wanted, value, { root, path, problems }) => {
    if (!Array.isArray(value)) return;
    for (const [n, item] of value.entries()) check(root, wanted, item, `${path}/${n}`, problems);
  },
  minItems: (wanted, value) =>
    Array.isArray(value) && value.length < wanted ? `needs at least ${wanted} entries` : undefined,
  maxItems: (wanted, value) =>
    Array.isArray(value) && value.length > wanted ? `has more than ${wanted} entries` : undefined,
  minLength: (wanted, value) =>
    typeof value === 'string' && value.length < wanted ? `needs at least ${wanted} characters` : undefined,
  maxLength: (wanted, value) =>
    typeof value === 'string' && value.length > wanted ? `is longer than ${wanted} characters` : undefined,
  pattern: (wanted, value, { schema }) =>
    typeof value === 'string' && !new RegExp(wanted, 'u').test(value)
      ? `does not fit: ${schema.description ?? `must match ${wanted}`}`
      : undefined,
  minimum: (wanted, value) => (typeof value === 'number' && value < wanted ? `must be at least ${wanted}` : undefined),
  maximum: (wanted, value) => (typeof value === 'number' && value > wanted ? `must be at most ${wanted}` : undefined),
  exclusiveMinimum: (wanted, value) =>
    typeof value === 'number' && value <= wanted ? `must be more than ${wanted}` : undefined,
};
