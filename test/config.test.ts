import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../src/config.ts';
import { BylawError } from '../src/errors.ts';

function folder(t: TestContext, files: Record<string, string> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), 'bylaw-config-'));
  t.after(() => rmSync(dir, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

function load(dir: string, more: Partial<Parameters<typeof loadConfig>[0]> = {}) {
  return loadConfig({ cwd: dir, argumentFolder: dir, env: {}, ...more });
}

function mistakes(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof BylawError && error.code === 'config_invalid');
    return error.message;
  }
  return assert.fail('no mistake was reported');
}

test('without a file the sample policies are the source and state goes into the working folder', (t) => {
  const dir = folder(t);
  const config = load(dir);
  assert.equal(config.sources.length, 1);
  assert.equal(config.sources[0]?.name, 'policies');
  assert.match(config.sources[0]?.folder ?? '', /policies$/);
  assert.equal(config.data, join(dir, '.bylaw'));
  assert.equal(config.chunks.maxChars, 1000);
  assert.equal(config.file, undefined);
});

test('paths in the file are relative to the file', (t) => {
  const dir = folder(t, { 'bylaw.yaml': 'data: state\nsources:\n  - folder: handbook\n' });
  const config = load(dir);
  assert.equal(config.data, join(dir, 'state'));
  assert.equal(config.sources[0]?.folder, join(dir, 'handbook'));
});

test('every mistake is reported at once, by key, with the nearest known name for an unknown one', (t) => {
  const dir = folder(t, {
    'bylaw.yaml': [
      'dta: x',
      'chunks: { maxChar: 100 }',
      'embeddings: { provider: foo }',
      'sources: [{ folder: 12, incldue: [] }]',
      'timezone: Mars/Olympus',
      'schedule: often',
      'model: hello',
    ].join('\n'),
  });
  const text = mistakes(() => load(dir, { env: { OPENAI_BASE_URL: 'nope' } }));
  for (const line of [
    'dta: unknown key; did you mean data?',
    'chunks.maxChar: unknown key; did you mean maxChars?',
    'embeddings.provider: must be one of auto, openai, use-lite, none',
    'sources.0.folder: must be a string',
    'sources.0.incldue: unknown key; did you mean include?',
    'timezone: must be an IANA time zone such as Europe/Berlin',
    'schedule: must be a cron expression such as */15 * * * *',
    'model: must be a group of settings',
    'OPENAI_BASE_URL: must be an http or https address',
  ]) {
    assert.ok(text.includes(line), `${line} is missing in:\n${text}`);
  }
});

test('a mistake in a secret is named without its value', (t) => {
  const text = mistakes(() => load(folder(t), { env: { SLACK_BOT_TOKEN: 'hunter2-hunter2' } }));
  assert.match(text, /SLACK_BOT_TOKEN: must start with xoxb-/);
  assert.doesNotMatch(text, /hunter2/);
});

test('a secret that is too short is told what it should be', (t) => {
  const text = mistakes(() => load(folder(t), { env: { SLACK_SIGNING_SECRET: 'abc' } }));
  assert.match(text, /SLACK_SIGNING_SECRET: must be the signing secret of the app/);
});

test('.env is read, the environment wins, and an empty value means not set', (t) => {
  const dir = folder(t, { '.env': 'ANTHROPIC_API_KEY=from-file\nOPENAI_API_KEY=\nCHROMA_URL=http://127.0.0.1:1\n' });
  const { environment } = load(dir, {
    env: { CHROMA_URL: 'http://127.0.0.1:2', CHROMA_HEADERS: 'X-Token: a:b; Other: c' },
  });
  assert.equal(environment.ANTHROPIC_API_KEY, 'from-file');
  assert.equal(environment.OPENAI_API_KEY, undefined);
  assert.equal(environment.CHROMA_URL, 'http://127.0.0.1:2');
  assert.deepEqual(environment.CHROMA_HEADERS, { 'X-Token': 'a:b', Other: 'c' });
});

test('a named file that is missing or not YAML is a mistake, an empty one is not', (t) => {
  const dir = folder(t, { 'broken.yaml': 'a: [1', 'empty.yaml': '# nothing\n' });
  assert.match(
    mistakes(() => load(dir, { file: 'none.yaml' })),
    /cannot read the configuration .*none\.yaml/,
  );
  assert.match(
    mistakes(() => load(dir, { file: 'broken.yaml' })),
    /broken\.yaml is not valid YAML/,
  );
  assert.equal(load(dir, { file: 'empty.yaml' }).schedule, '*/15 * * * *');
});

test('other sources on the command line get a state folder of their own, unless one is named', (t) => {
  const dir = folder(t);
  for (const name of ['a', 'other/a', 'b']) mkdirSync(join(dir, name), { recursive: true });
  const trial = load(dir, { sources: ['a', 'other/a'] });
  assert.deepEqual(
    trial.sources.map((source) => source.name),
    ['a', 'a-2'],
  );
  assert.match(trial.data, /\.bylaw.trials.[0-9a-f]{12}$/);
  assert.notEqual(load(dir, { sources: ['b'] }).data, trial.data);
  assert.equal(load(dir, { sources: ['a'], data: 'mine' }).data, join(dir, 'mine'));
});

test('a list that must not be empty is said to be one', (t) => {
  const dir = folder(t, { 'bylaw.yaml': 'sources: []\n' });
  assert.match(
    mistakes(() => load(dir)),
    /sources: needs at least 1 entry/,
  );
});

test('two sources of one name are refused', (t) => {
  const dir = folder(t, { 'bylaw.yaml': 'sources: [{folder: a, name: hr}, {folder: b, name: hr}]' });
  assert.match(
    mistakes(() => load(dir)),
    /two are named "hr"/,
  );
});

test('the configuration cannot be changed afterwards', (t) => {
  const config = load(folder(t));
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.chunks) && Object.isFrozen(config.sources[0]));
});

test('a folder that is named twice on the command line is one source', (t) => {
  const dir = folder(t);
  for (const name of ['hr', 'it']) mkdirSync(join(dir, name));
  const { sources } = load(dir, { sources: ['hr', './hr/', join(dir, 'hr'), 'it'] });
  assert.deepEqual(
    sources.map((source) => source.name),
    ['hr', 'it'],
  );
});

test('a mistake in the environment is not blamed on the file', (t) => {
  const env = { SLACK_BOT_TOKEN: 'nonsense' };
  const good = folder(t, { 'bylaw.yaml': 'schedule: "0 * * * *"\n' });
  assert.match(
    mistakes(() => load(good, { env })),
    /^the environment or \.env has mistakes/,
  );
  const bad = folder(t, { 'bylaw.yaml': 'schedule: never\n' });
  assert.match(
    mistakes(() => load(bad, { env })),
    /bylaw\.yaml together with the environment or \.env has mistakes/,
  );
});

test('roles are lists of people by the name of the role', (t) => {
  const yaml = 'roles:\n  hr: [U0123, alice]\n  managers: [U0456]\n';
  assert.deepEqual(load(folder(t, { 'bylaw.yaml': yaml })).roles, { hr: ['U0123', 'alice'], managers: ['U0456'] });
  assert.deepEqual(load(folder(t)).roles, {});
  const wrong = mistakes(() =>
    load(folder(t, { 'bylaw.yaml': 'roles: { two words: [a], hr: alice, it: [], legal: [12, ""] }\n' })),
  );
  for (const line of [
    'roles.two words: the name of a role has up to 60 characters, no space and no comma',
    'roles.hr: must be a list',
    'roles.it: needs at least 1 entry',
    'roles.legal.0: must be a string',
    'roles.legal.1: must not be empty',
  ]) {
    assert.ok(wrong.includes(line), `${line} is missing in:\n${wrong}`);
  }
});

test('contacts are lists by topic, or lists by region, and another topic is a mistake', (t) => {
  const yaml =
    'contacts:\n  health: { DE: ["Dr. Wieland, ext. 4610"] }\n  anything: ["People team"]\n  topics: { leave: [U0123] }\n';
  assert.deepEqual(load(folder(t, { 'bylaw.yaml': yaml })).contacts, {
    health: { DE: ['Dr. Wieland, ext. 4610'] },
    anything: ['People team'],
    topics: { leave: ['U0123'] },
  });
  const wrong = mistakes(() => load(folder(t, { 'bylaw.yaml': 'contacts:\n  helth: ["x"]\n  danger: []\n' })));
  assert.match(wrong, /contacts\.helth: unknown key; did you mean health\?/);
  assert.match(wrong, /contacts\.danger/);
});

test('sources are folders, repositories and web pages, each named after its place unless it has a name', (t) => {
  const dir = folder(t, {
    'bylaw.yaml': `sources:
  - folder: hr
  - git: https://bylaw:\${TOKEN}@git.example.com/people/handbook.git
    branch: published
    folder: policies
  - git: git@github.com:acme/handbook
    url: https://docs.example.com/{path}#L{line}
  - web: { sitemap: https://wiki.example.com/sitemap.xml, contact: it@example.com }
    include: ["hr/**"]
`,
    '.env': 'TOKEN=s3cret\n',
  });
  const { sources } = load(dir);
  assert.deepEqual(
    sources.map(({ kind, name }) => [kind, name]),
    [
      ['folder', 'hr'],
      ['git', 'handbook'],
      ['git', 'handbook-2'],
      ['web', 'wiki-example-com'],
    ],
  );
  const [, first] = sources;
  assert.ok(first?.kind === 'git');
  assert.deepEqual([first.folder, first.remote.url], ['policies', 'https://git.example.com/people/handbook.git']);
  assert.equal(first.remote.authorization, `Basic ${Buffer.from('bylaw:s3cret').toString('base64')}`);
});

test('mistakes in sources are told by key, of the kind that was meant, and without a secret', (t) => {
  const dir = folder(t, {
    'bylaw.yaml': `sources:
  - git: https://ann:hunter2@git.example.com/x.git
  - git: ext::sh -c id
    brunch: main
  - git: https://\${MISSING}@git.example.com/y.git
  - web: { pages: ["ftp://x.example"], requestsPerSecond: 100 }
  - { git: git@github.com:a/b, web: {} }
  - { name: hr }
  - web: { contact: it@example.com }
`,
  });
  const message = mistakes(() => load(dir));
  for (const line of [
    'sources.0.git: must not hold a password or token itself: write $',
    'sources.1.git: must be an https, http or ssh address, user@host:path, or an absolute path',
    'sources.1.brunch: unknown key; did you mean branch?',
    'sources.3.web.pages.0: must be an http or https address',
    'sources.3.web.contact: must be a mail address or page at which those who run the site can reach you',
    'sources.3.web.requestsPerSecond: must be at most 20',
    'sources.4: must name one place: folder, git or web',
    'sources.5: must name one place: folder, git or web',
    'sources.6.web: needs a sitemap, or pages',
  ]) {
    assert.ok(message.includes(line), `${line}\n${message}`);
  }
  assert.equal(message.includes('hunter2'), false);
});

test('a variable that an address needs and that is not set is named', (t) => {
  const dir = folder(t, { 'bylaw.yaml': `sources:\n  - git: https://\${GIT_TOKEN}@git.example.com/y.git\n` });
  assert.match(
    mistakes(() => load(dir)),
    /sources\.0\.git: GIT_TOKEN is not set: set it in \.env or the environment/,
  );
});
