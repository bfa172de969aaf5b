import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultText, shortenResult } from '../../src/connectors/result-text.ts';

test('text stays, everything else is named in its place', () => {
  const text = resultText({
    content: [
      { type: 'text', text: 'Two tickets.' },
      { type: 'image', mimeType: 'image/png', base64: 'AAAA' },
      { type: 'audio', mimeType: 'audio/wav', base64: 'AAA=' },
      { type: 'link', uri: 'https://desk.example/1', name: 'Ticket 1' },
      { type: 'resource', resource: { uri: 'mcp://a', text: 'Inside.' } },
      { type: 'resource', resource: { uri: 'mcp://b', mimeType: 'application/pdf', base64: 'AAAA' } },
      { type: 'unknown', kind: 'video' },
    ],
  });
  assert.deepEqual(text.split('\n'), [
    'Two tickets.',
    '(An image of type "image/png", 3 bytes, was left out.)',
    '(A sound of type "audio/wav", 2 bytes, was left out.)',
    '(A link to "https://desk.example/1", named "Ticket 1"; it was not opened.)',
    'Inside.',
    '(The content of "mcp://b", of type "application/pdf", 3 bytes, was left out.)',
    '(Something of the kind "video" was left out.)',
  ]);
});

test('structured data stands in where there is no text', () => {
  assert.equal(resultText({ content: [], data: { id: 7 } }), '{"id":7}');
  assert.equal(resultText({ content: [{ type: 'text', text: 'Seven.' }], data: { id: 7 } }), 'Seven.');
});

test('a long result keeps its beginning and end, and says what is missing and where it is', () => {
  const text = `${'a'.repeat(900)}${'z'.repeat(200)}`;
  const short = shortenResult(text, 1000, 'Ask for more.');
  assert.match(short, /^a{800}\n\(100 of 1100 characters are left out here\. Ask for more\.\)\nz{200}$/);
  assert.equal(shortenResult(text, 1100, ''), text);
  assert.ok(shortenResult('😀'.repeat(600), 1001, '').isWellFormed());
});
