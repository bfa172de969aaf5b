import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeMarkdown } from '../../../src/chat/slack/posting/markdown.ts';
import { toMrkdwn } from '../../../src/chat/slack/posting/mrkdwn.ts';
import { splitText } from '../../../src/chat/slack/posting/split.ts';
import { escapeInline, readSlackText } from '../../../src/chat/slack/posting/text.ts';

const controlSequence = /<[!@#]/;

test('entities are decoded in one pass', () => {
  assert.equal(readSlackText('is R&amp;D &gt; 5 covered?', 'UBOT'), 'is R&D > 5 covered?');
  assert.equal(readSlackText('&amp;lt;b&amp;gt;', 'UBOT'), '&lt;b&gt;');
});

test('the mention goes, and other tokens read as people wrote them', () => {
  const text = '<@UBOT> ask <@U2|ann> in <#C1|hr> or <@U3>: <https://a.example/?x=1&amp;y=2|the page>, <!here>';
  assert.equal(readSlackText(text, 'UBOT'), 'ask @ann in #hr or @U3: the page, @here');
  assert.equal(readSlackText('<https://a.example/?x=1&amp;y=2>', 'UBOT'), 'https://a.example/?x=1&y=2');
});

test('no control sequence survives in Markdown, wherever it stands', () => {
  for (const text of [
    'a <!here> b',
    '`<!channel>`',
    '```\n<@U1>\n```',
    '[<!here>](https://a.example)',
    '[x](<!here>)',
    '![<#C1>](<@U1>)',
    '[x]: <!here>\n\n[x]',
    '<https://a.example|<!here>>',
    '> <!everyone>',
    '| <!here> |\n|---|\n| <@U1> |',
  ]) {
    assert.doesNotMatch(escapeMarkdown(text), controlSequence, text);
    assert.doesNotMatch(toMrkdwn(escapeMarkdown(text)), controlSequence, text);
  }
});

test('links keep their address, and written entities stay as written', () => {
  assert.equal(
    escapeMarkdown('[a & b](https://a.example/?x=1&lt=2) and https://b.example/?y=1&z=2'),
    '[a & b](https://a.example/?x=1&lt=2) and https://b.example/?y=1&z=2',
  );
  assert.equal(escapeMarkdown('<https://a.example/?x=1&y=2>'), 'https://a.example/?x=1&y=2');
  assert.equal(escapeMarkdown('&lt;b&gt; & R&D'), '&amp;lt;b&amp;gt; & R&D');
});

test('any text is free of control sequences once it is escaped', () => {
  const pieces = fc.constantFrom(
    '<',
    '!here>',
    '@U1>',
    '#C1>',
    '[',
    ']',
    '(',
    ')',
    '`',
    '\\',
    '&',
    'lt;',
    ' ',
    '\n',
    'a',
    '|',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
      const text = parts.join('');
      assert.doesNotMatch(escapeMarkdown(text), controlSequence);
      assert.doesNotMatch(toMrkdwn(escapeMarkdown(text)), controlSequence);
      assert.doesNotMatch(escapeInline(text), controlSequence);
    }),
    { seed: 7, numRuns: 500 },
  );
});

test('Markdown becomes Slack’s own syntax', () => {
  const markdown =
    '# Leave\n\n**20 days** and *more*\n\n1. ask\n2. wait\n\n- a\n  - b\n\n[plan](https://a.example/?x=1&y=2)\n\n| Who | Days |\n|---|---|\n| all | 20 |';
  assert.equal(
    toMrkdwn(markdown),
    '*Leave*\n\n*20 days* and _more_\n\n1. ask\n2. wait\n\n• a\n    • b\n\n<https://a.example/?x=1&amp;y=2|plan>\n\nWho · Days\nall · 20',
  );
});

test('a text is cut between paragraphs, else lines, else words', () => {
  const word = 'word '.repeat(15).trim();
  assert.deepEqual(splitText(`${word}\n\n${word}`, 120), [word, word]);
  assert.deepEqual(splitText(`${word}\n${word}`, 120), [word, word]);
  assert.ok(splitText('word '.repeat(60), 120).every((piece) => /^(?:word ?)+$/.test(piece)));
});

test('a code fence that is cut is closed and opened again', () => {
  const pieces = splitText(`\`\`\`\n${'line of code\n'.repeat(40)}\`\`\``, 200);
  assert.ok(pieces.length > 2);
  for (const piece of pieces) assert.equal(piece.match(/^```/gm)?.length, 2);
});

test('pieces fit, lose nothing but space, and cut no character in two', () => {
  const part = fc.constantFrom('a', '😀', ' ', '\n', '\n\n', '&lt;', 'wörter', 'x'.repeat(130));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 120 }), (parts) => {
      const text = parts.join('');
      const pieces = splitText(text, 120);
      assert.equal(pieces.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
      for (const piece of pieces) assert.ok(piece.length <= 120 && piece.isWellFormed() && !/&l?t?$/.test(piece));
    }),
    { seed: 7, numRuns: 500 },
  );
});
