import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTo } from '../src/document-link.ts';
import { findSourceLines } from '../src/ingest/source-lines.ts';

test('a link leads to the line of the passage, and without one to the document', () => {
  const url = 'https://github.com/acme/handbook/blob/main/leave.md?plain=1#L{line}';
  const lines = [
    [0, 5],
    [40, 12],
  ] as const;
  assert.equal(linkTo({ url, lines }, 40), 'https://github.com/acme/handbook/blob/main/leave.md?plain=1#L12');
  // A passage that was not found again begins somewhere behind the one before it.
  assert.equal(linkTo({ url, lines }, 30), 'https://github.com/acme/handbook/blob/main/leave.md?plain=1#L5');
  assert.equal(linkTo({ url, lines }), 'https://github.com/acme/handbook/blob/main/leave.md?plain=1');
  assert.equal(linkTo({ url, lines: [] }, 40), 'https://github.com/acme/handbook/blob/main/leave.md?plain=1');
  assert.equal(linkTo({ url: 'https://x.example/a?b=1&line={line}' }, 1), 'https://x.example/a?b=1');
  assert.equal(linkTo({ url: 'https://x.example/a' }, 1), 'https://x.example/a');
  assert.equal(linkTo({}, 1), undefined);
});

test('passages are found on the lines of their file, behind front matter and where the text was cleaned', () => {
  const file =
    '---\ntitle: Leave\nowner: HR\n---\n# Leave\n\n<!-- a remark -->\nNote:\n\nTwenty days.\n\n## Carry over\n\nNote:\n\nFive   days.\r\n';
  const text = '# Leave\n\nNote:\n\nTwenty days.\n\n## Carry over\n\nNote:\n\nFive   days.';
  const spanOf = (words: string) => {
    const start = text.indexOf(words);
    return { start, end: start + words.length };
  };
  const first = spanOf('Note:\n\nTwenty days.');
  const second = spanOf('Note:\n\nFive   days.');
  assert.deepEqual(findSourceLines(Buffer.from(file), text, [first, second]), [
    [first.start, 8],
    [second.start, 14],
  ]);
  assert.deepEqual(findSourceLines(Buffer.from('%PDF\0'), text, [first]), []);
});
