import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlainTextParser } from '../../../src/ingest/parsers/plain-text.ts';

const parser = createPlainTextParser();

async function parse(bytes: string | Uint8Array) {
  return parser.parse({ bytes: Buffer.from(bytes as Uint8Array), path: 'travel.txt' });
}

const sentence = 'Für Reisen über 50 € gilt: „vorher fragen“.';

test('UTF-8 with and without mark, UTF-16 in both orders, and Windows-1252 give the same text', async () => {
  const little = Buffer.from(sentence, 'utf16le');
  const big = Buffer.from(little).swap16();
  const western = Buffer.from(sentence.replace('€', '\x80').replace('„', '\x84').replace('“', '\x93'), 'latin1');
  const variants = [
    Buffer.from(sentence),
    Buffer.from(`\ufeff${sentence}`),
    Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    little,
    big,
    western,
  ];
  for (const bytes of variants) {
    const { text, notes } = await parse(bytes);
    assert.equal(text, sentence);
    assert.deepEqual(notes, []);
  }
});

test('Windows-1252 is recognised behind a long run of ASCII', async () => {
  const bytes = Buffer.from(
    `${'Plain words only. '.repeat(6000)}\nReisekosten f\xfcr Mitarbeiter, \xa7 9 Absatz 4, Geb\xfchren`,
    'latin1',
  );
  assert.match((await parse(bytes)).text, /für Mitarbeiter, § 9 Absatz 4, Gebühren$/);
});

test('other encodings are recognised by their statistics', async () => {
  const japanese = Buffer.from('8b7889c982cd944e8ad4323093fa', 'hex');
  const line = Buffer.concat(Array.from({ length: 20 }, () => japanese));
  assert.match((await parse(line)).text, /^休暇は年間20日/);
});

test('a few broken bytes cost those characters and are reported', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${sentence}\n`.repeat(20)),
    Buffer.from([0xff, 0xc3]),
    Buffer.from(' Ende'),
  ]);
  const { text, notes } = await parse(bytes);
  assert.ok(text.startsWith(sentence) && text.endsWith(' Ende'));
  assert.match(notes[0] ?? '', /not valid UTF-8: save it as UTF-8/);
});

test('binary data is refused', async () => {
  await assert.rejects(parse(new Uint8Array([65, 0, 0, 1, 66, 2, 0, 0, 9])), {
    code: 'document_unreadable',
    message: /^is not text/,
  });
  await assert.rejects(parse(Uint8Array.from({ length: 500 }, (_, i) => ((i * 73) % 255) + 1)), {
    message: /^is not text/,
  });
});

test('underlined lines become headings', async () => {
  const { text, metadata } = await parse(
    '=====\nLeave\n=====\n\nYou get 20 days.\n\nRequests\n--------\nTwo weeks ahead.\n\n- a\n---\n',
  );
  assert.equal(text, '# Leave\n\nYou get 20 days.\n\n## Requests\n\nTwo weeks ahead.\n\n- a\n---');
  assert.equal(metadata.title, 'Leave');
});

test('angle brackets are not taken for HTML', async () => {
  assert.equal((await parse('Write to <name>, if 3 < 4.')).text, 'Write to \\<name>, if 3 < 4.');
});
