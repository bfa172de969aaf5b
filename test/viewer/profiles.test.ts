import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Viewer } from '../../src/domain.ts';
import { createLog, silentLog } from '../../src/log.ts';
import { createDirectoryFile } from '../../src/viewer/directory-file.ts';
import { withProfile } from '../../src/viewer/profiles.ts';
import { readDirectory } from '../../src/viewer/read-directory.ts';
import { readRemembered } from '../../src/viewer/remembered-profile.ts';

const viewer: Viewer = { audienceKeys: ['everyone'], on: '2026-11-30', person: 'ada' };

test('what was asked to be remembered counts before the directory, and that before the chat’s profile', async () => {
  const sources = {
    remembered: async () => ({ country: 'FR' }),
    directory: async () => ({ country: 'DE', entity: 'larkmoor gmbh' }),
  };
  const asker = { profile: { country: 'USA', entity: 'Other', employment: 'Interns' } };
  const { profile, profileFrom } = await withProfile(viewer, asker, sources, silentLog);
  assert.deepEqual(profile, { country: 'FR', entity: 'larkmoor gmbh', employment: 'intern' });
  assert.deepEqual(profileFrom, { country: 'remembered', entity: 'directory', employment: 'profile' });
});

test('a value that is not understood counts as not known, and the log names the field alone', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', write: (line) => void lines.push(line), now: () => new Date(0) });
  const { profile } = await withProfile(viewer, { profile: { country: 'Narnia' } }, {}, log);
  assert.equal(profile, undefined);
  assert.match(lines.join(''), /"profile\.not_understood".*"fields":"country"/);
  assert.doesNotMatch(lines.join(''), /Narnia|ada/);
});

test('nobody in particular has no profile', async () => {
  const { person: _, ...anyone } = viewer;
  assert.deepEqual(await withProfile(anyone, { profile: { country: 'DE' } }, {}, silentLog), anyone);
});

const readings: readonly (readonly [string, string, ReturnType<typeof readDirectory>['people']])[] = [
  ['a.csv', 'id,country\nada,Germany\n', new Map([['ada', { country: 'DE' }]])],
  [
    'a.csv',
    'E-mail;Country;Company\nAda@X.example;Deutschland;Larkmoor GmbH\n',
    new Map([['ada@x.example', { country: 'DE', entity: 'larkmoor gmbh' }]]),
  ],
  ['a.csv', '\ufeffemployment type,user id\n"Interns",U0ADA\n', new Map([['u0ada', { employment: 'intern' }]])],
  ['a.yaml', 'ada: { country: DE, employment: Intern }\n', new Map([['ada', { country: 'DE', employment: 'intern' }]])],
  ['a.yaml', '- email: ada@x.example\n  country: UK\n', new Map([['ada@x.example', { country: 'GB' }]])],
];
for (const [file, text, people] of readings)
  test(`a list of people is read: ${JSON.stringify(text)}`, () => {
    const directory = readDirectory(file, text);
    assert.deepEqual(directory.people, people);
    assert.deepEqual(directory.notes, []);
  });

test('lines that say nothing usable are named by file and line, not by person', () => {
  const { people, notes } = readDirectory('people.csv', 'id,country\nada,Narnia\n,DE\nbob,DE\nbob,US\n');
  assert.deepEqual(
    [...people],
    [
      ['ada', {}],
      ['bob', { country: 'DE' }],
    ],
  );
  assert.deepEqual(notes, [
    'people.csv line 2: the country is not one that is known, so it counts as not given',
    'people.csv line 3: neither id nor email',
    'people.csv line 5: the same person again, the first line counts',
  ]);
});

test('a list that can’t be read as a whole is refused with file and line', () => {
  assert.throws(
    () => readDirectory('p.csv', 'name,land\nada,DE\n'),
    /profile\.file p\.csv line 1: needs a column id or email/,
  );
  assert.throws(() => readDirectory('p.csv', 'id,country\n"ada,DE\n'), /profile\.file p\.csv: .*[Qq]uote/);
  assert.throws(() => readDirectory('p.yaml', 'ada: {country: DE\nbob: x\n'), /profile\.file p\.yaml line 2/);
});

test('a list is read again when it has changed, and the last good state counts while it can’t be read', async (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-people-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'people.csv');
  let now = 0;
  const directory = createDirectoryFile({ file, now: () => now, log: silentLog });
  assert.deepEqual(await directory.find({ person: 'ada' }), {});
  await assert.rejects(() => directory.check(), /profile\.file .*people\.csv cannot be read/);
  const write = (text: string, at: number) => {
    writeFileSync(file, text);
    utimesSync(file, at, at);
    now += 10_000;
  };
  write('id,email,country\nada,ada@x.example,DE\n', 1);
  assert.deepEqual(await directory.find({ person: 'ADA' }), { country: 'DE' });
  assert.deepEqual(await directory.find({ person: 'U1', email: 'Ada@x.example' }), { country: 'DE' });
  assert.equal(await directory.usesEmail(), true);
  write('id,country\nada,US\n', 2);
  assert.deepEqual(await directory.find({ person: 'ada' }), { country: 'US' });
  write('nothing of use', 3);
  assert.deepEqual(await directory.find({ person: 'ada' }), { country: 'US' });
});

const remembered: readonly (readonly [string, ReturnType<typeof readRemembered>])[] = [
  ['Country: Germany', { country: 'DE' }],
  ['- **Country:** Germany', { country: 'DE' }],
  ['country = DE\nemployment: intern', { country: 'DE', employment: 'intern' }],
  ['I work in Germany.', { country: 'DE' }],
  ['Works in the US', { country: 'US' }],
  ['The user is based in Germany.', { country: 'DE' }],
  ['User is an intern', { employment: 'intern' }],
  ['Country is France', { country: 'FR' }],
  ['Ich arbeite in Österreich.', { country: 'AT' }],
  ['Company: Larkmoor GmbH', { entity: 'larkmoor gmbh' }],
  ['Likes to travel to Spain', {}],
  ['Country: Germany\nWorks in France', {}],
  ['Manager of people in Germany and France', {}],
  ['Prefers short answers in German', {}],
];
for (const [text, profile] of remembered)
  test(`of what is remembered, “${text.replaceAll('\n', ' / ')}” says ${JSON.stringify(profile)}`, () => {
    assert.deepEqual(readRemembered([text]), profile);
  });
