import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FilterTerm } from '../../src/domain.ts';
import { createGlossary, type Glossary } from '../../src/library/glossary.ts';
import { createGlossaryFile } from '../../src/library/glossary-file.ts';
import { silentLog } from '../../src/log.ts';
import { makeFolder } from './library-fixture.ts';

const words = (glossary: Glossary, text: string, filter?: readonly FilterTerm[]) =>
  glossary.synonyms(text, filter).flatMap((synonyms) => synonyms.words);

test('gives the other words for what a question names, whichever of them it uses', () => {
  const glossary = createGlossary([{ words: ['PTO', 'paid time off', 'vacation'] }]);
  assert.deepEqual(words(glossary, 'How much PTO do I get?'), ['paid time off', 'vacation']);
  assert.deepEqual(words(glossary, 'is paid time off carried over'), ['PTO', 'vacation']);
  assert.deepEqual(words(glossary, 'vacations and pto'), ['paid time off']);
  assert.deepEqual(words(glossary, 'time that is paid'), []);
  assert.deepEqual(words(glossary, 'crypto'), []);
});

test('knows acronyms that are words as well by how they are written', () => {
  const glossary = createGlossary([{ words: ['IT', 'information technology'] }]);
  assert.deepEqual(words(glossary, 'Who is in IT?'), ['information technology']);
  assert.deepEqual(words(glossary, 'Who is responsible for it?'), []);
});

test('keeps to the countries and the language of an entry', () => {
  const glossary = createGlossary([
    { words: ['AU', 'Krankmeldung'], country: ['DE', 'AT'] },
    { words: ['Gift', 'Schadstoff'], language: 'de' },
    { words: ['休暇', '有給'], language: 'ja' },
  ]);
  assert.deepEqual(words(glossary, 'AU', [{ field: 'country', op: '=', value: 'de' }]), ['Krankmeldung']);
  assert.deepEqual(words(glossary, 'AU'), ['Krankmeldung']);
  assert.deepEqual(words(glossary, 'AU', [{ field: 'country', op: '=', value: 'US' }]), []);
  assert.deepEqual(words(glossary, 'Wie melde ich ein Gift?'), ['Schadstoff']);
  assert.deepEqual(words(glossary, 'Can I accept a gift from a supplier?'), []);
});

function write(t: Parameters<typeof makeFolder>[0], text: string) {
  const file = join(makeFolder(t), 'glossary.yaml');
  writeFileSync(file, text);
  return file;
}

test('names every mistake of the file with its line', (t) => {
  const file = write(t, '- words: [PTO, paid time off]\n- words: [alone]\n- word: [a, b]\n  country: Germany\n');
  assert.throws(() => createGlossaryFile({ file, log: silentLog, now: () => 0 }).load(), {
    code: 'config_invalid',
    message: new RegExp(
      [
        'glossary.yaml line 2: words must have at least two words',
        'glossary.yaml line 3: words Invalid input',
        'glossary.yaml line 4: country .*',
        'glossary.yaml line 3: Unrecognized key: "word"',
      ].join('[^]*'),
    ),
  });
  const broken = write(t, '- words: [PTO, paid\n- words: ]\n');
  assert.throws(
    () => createGlossaryFile({ file: broken, log: silentLog, now: () => 0 }).load(),
    /glossary.yaml line 2: /,
  );
  const map = write(t, 'PTO: paid time off\n');
  assert.throws(() => createGlossaryFile({ file: map, log: silentLog, now: () => 0 }).load(), /line 1: must be a list/);
  const gone = join(makeFolder(t), 'none.yaml');
  assert.throws(
    () => createGlossaryFile({ file: gone, log: silentLog, now: () => 0 }).load(),
    /cannot read the glossary/,
  );
});

test('reads the file again once it has changed, and keeps what it had where that has a mistake', (t) => {
  const file = write(t, '- words: [PTO, paid time off]\n');
  let now = 0;
  const glossary = createGlossaryFile({ file, log: silentLog, now: () => now });
  glossary.load();
  assert.deepEqual(words(glossary, 'PTO'), ['paid time off']);

  const change = (text: string, seconds: number) => {
    writeFileSync(file, text);
    utimesSync(file, seconds, seconds);
    now += 5_000;
  };
  change('- words: [PTO, paid leave]\n', 1_000);
  assert.deepEqual(words(glossary, 'PTO'), ['paid leave']);
  change('- words: [PTO]\n', 2_000);
  assert.deepEqual(words(glossary, 'PTO'), ['paid leave']);
  change('', 3_000);
  assert.deepEqual(words(glossary, 'PTO'), []);
});
