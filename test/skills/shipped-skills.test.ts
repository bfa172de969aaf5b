import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { z } from 'zod';
import { checkSkills } from '../../src/skills/check-skills.ts';

const root = new URL('../../skills/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const scripts: Readonly<Record<string, string>> = {
  'leave-entitlement': 'compute',
  'expense-check': 'check',
  'policy-effective-date': 'resolve',
  'escalate-to-human': 'route',
  'incident-triage': 'triage',
};
const names = [...Object.keys(scripts), 'sensitive-matters'];

test('the six skills pass the portable check without a warning', () => {
  const { skills, findings } = checkSkills(root.pathname);
  assert.deepEqual(findings, []);
  for (const name of names) assert.ok(skills.includes(`${name}/SKILL.md`), name);
});

test('a body is short and holds no figure of a policy', () => {
  for (const name of names) {
    const body = read(`${name}/SKILL.md`).split(/^---$/m).slice(2).join('');
    assert.ok(body.split('\n').length < 200, name);
    const figures = body.replace(/^## \d\. |^\d\. |exit status 2|01-01/gm, '').match(/\d+/g);
    assert.equal(figures, null, `${name}: ${figures}`);
  }
});

test('files that stand in several skills are the same everywhere', () => {
  for (const file of ['json-input.mjs', 'calendar.mjs']) {
    const copies = Object.keys(scripts).map((name) => read(`${name}/lib/${file}`));
    assert.equal(new Set(copies).size, 1, file);
  }
});

test('scripts import nothing but Node and their own folder', () => {
  for (const name of Object.keys(scripts))
    for (const folder of ['scripts', 'lib'])
      for (const file of readdirSync(new URL(`${name}/${folder}/`, root))) {
        const imports = [...read(`${name}/${folder}/${file}`).matchAll(/ from '([^']+)'/g)].map(
          ([, from = '']) => from,
        );
        for (const from of imports) assert.match(from, /^(node:[\w/]+|\.\/[\w-]+\.mjs|\.\.\/lib\/[\w-]+\.mjs)$/);
      }
});

test('the schema of every script is strict, and asks for a source beside every figure of the policy', () => {
  for (const [name, script] of Object.entries(scripts)) {
    assert.ok(existsSync(new URL(`${name}/scripts/${script}.mjs`, root)));
    const schema = JSON.parse(read(`${name}/assets/${script}.schema.json`));
    assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');
    for (const object of objectsIn(schema)) {
      assert.notEqual(object.additionalProperties, undefined, JSON.stringify(object));
      const properties = Object.keys(object.properties ?? {});
      if (properties.includes('source')) assert.ok(object.required?.includes('source'));
    }
    const reader = z.fromJSONSchema(schema);
    assert.equal(reader.safeParse({}).success, false);
  }
});

test('the sample handbook states what the skills ask for', () => {
  const policy = (name: string) => readFileSync(new URL(`../../policies/${name}`, import.meta.url), 'utf8');
  const stated: Readonly<Record<string, readonly RegExp[]>> = {
    'leave-de.md': [
      /28 days of paid vacation/,
      /one twelfth/,
      /rounded up to the next half day/,
      /31 March/,
      /company doctor/,
    ],
    'leave-us.md': [/20 days of paid vacation/, /five working days/, /one twelfth/, /up to 5 days/, /30 June/],
    'expenses.md': [
      /38 EUR/,
      /within 30 days/,
      /25 EUR/,
      /20 % of the bill/,
      /can't be claimed/,
      /European Central Bank/,
    ],
    'travel.md': [/140 EUR/, /0\.30 EUR per kilometre/, /40 % for lunch/],
    'travel-2027.md': [/effective: 2027-01-01/, /supersedes: travel\.md/],
    'onboarding.md': [/People team Germany/, /9:00 to 17:00/, /two working days/],
    'incident-reporting.md': [
      /within one hour/,
      /72 hours/,
      /15 minutes/,
      /privacy@/,
      /Lighthouse/,
      /112 in Germany or 911/,
    ],
  };
  for (const [name, patterns] of Object.entries(stated))
    for (const pattern of patterns) assert.match(policy(name), pattern, name);
});

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

function objectsIn(schema: unknown): ObjectSchema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'type' in schema && schema.type === 'object' ? [schema as ObjectSchema] : [];
  return [...own, ...Object.values(schema).flatMap(objectsIn)];
}
