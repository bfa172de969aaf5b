import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { actionPattern, answerOfBlock, decodeAction } from '../../../src/chat/slack/action-ids.ts';
import { formatDecidedApproval } from '../../../src/chat/slack/posting/approval-card.ts';
import { formatAnswer } from '../../../src/chat/slack/posting/format.ts';
import { fallbackText } from '../../../src/chat/slack/posting/forms.ts';
import { toMrkdwn } from '../../../src/chat/slack/posting/mrkdwn.ts';
import type { SlackPart } from '../../../src/chat/slack/posting/parts.ts';
import { splitPlain } from '../../../src/chat/slack/posting/split.ts';
import type { Answer, ApprovalRequest, Citation } from '../../../src/domain.ts';
import { checkBlocks } from '../../../src/workspace/blocks/check-blocks.ts';

const citation = (n: number, more: Partial<Citation> = {}): Citation => ({
  n,
  passage: `p${n}`,
  document: `d${n}`,
  title: `Policy ${n}`,
  section: 'Leave › Carry-over',
  page: n,
  quote: `Clause ${n} says so.`,
  version: n + 1,
  effective: '2026-01-01',
  owner: 'People team',
  url: `https://example.com/policies?id=${n}&view=full#page=${n}`,
  ...more,
});

const answer = (more: Partial<Answer> = {}): Answer => ({
  ...{ id: 'a1', status: 'answered', text: 'Five days [1].', citations: [citation(1)], passages: [] },
  ...{ model: 'stub', ms: 1, ...more },
});

const request: ApprovalRequest = {
  id: 'ap-1',
  tool: 'create_ticket',
  input: { title: 'Lost key', body: 'line one\nline two\n```\n<!here>', priority: 5, code: '5' },
  argsHash: 'f'.repeat(64),
  expiresAt: Date.parse('2026-11-30T15:20:00Z'),
};

interface Pressable {
  readonly action_id: string;
  readonly label: string;
  readonly value: string;
  readonly style?: string;
}

/** Every button of a part, in reading order. */
function buttonsOf(part: SlackPart | undefined): Pressable[] {
  return (part?.blocks ?? []).flatMap((block) => {
    if (block.type !== 'actions') return [];
    return block.elements.flatMap((element) =>
      element.type === 'button'
        ? [{ ...element, action_id: element.action_id ?? '', label: element.text.text, value: element.value ?? '' }]
        : [],
    );
  });
}

const hasFeedback = (part: SlackPart | undefined) => part?.blocks.some(({ type }) => type === 'context_actions');

/** Every string that stands in the blocks. */
const shown = (part: SlackPart) => JSON.stringify(part.blocks);

test('an answer stands in one message: text, source links, a card for each clause, its day and what to do next', () => {
  const parts = formatAnswer(answer({ followUps: ['What does Policy 1 say about sick leave?'] }), ['photo.png'], {
    indexedOn: '2026-11-29',
  });
  assert.equal(parts.length, 1);
  const [part] = parts;
  assert.ok(part);
  assert.equal(checkBlocks(part.blocks), undefined);
  assert.deepEqual(
    part.blocks.map(({ type }) => type),
    ['markdown', 'markdown', 'container', 'markdown', 'context', 'context', 'actions', 'actions', 'context_actions'],
  );
  const whole = shown(part);
  const facts = [
    'Clause 1 says so.',
    'Policy 1 › Leave › Carry-over',
    'page 1',
    'version 2',
    'in force since 1 January 2026',
  ];
  for (const fact of [...facts, 'owner: People team', 'Indexed as of 29 November 2026', 'photo.png']) {
    assert.ok(whole.includes(fact), fact);
    assert.ok(part.markdown.includes(fact), fact);
  }
  assert.match(
    part.markdown,
    /- \[1\] \[Policy 1 › Leave › Carry-over\]\(https:\/\/example\.com\/policies\?id=1&view=full#page=1\)/,
  );
  assert.ok(part.blocks.every(({ block_id }) => answerOfBlock(block_id ?? '') === 'a1'));
  assert.deepEqual(
    buttonsOf(part).map(({ label }) => label),
    ['What does Policy 1 say about sick leave?', 'Ask a person', 'Why this answer'],
  );
  assert.deepEqual(decodeAction('follow_up', buttonsOf(part)[0]?.value), {
    answer: 'a1',
    text: 'What does Policy 1 say about sick leave?',
  });
});

test('what is to be known of the sources stands right below the text, quiet and without markup of documents', () => {
  const remark = 'From 1 January 2027: “Dogs & <!here> may *come*.” [2]';
  const [part] = formatAnswer(answer({ remarks: [remark, 'Policy 1 has been due for review.'] }), []);
  assert.ok(part);
  assert.equal(checkBlocks(part.blocks), undefined);
  assert.deepEqual(
    part.blocks.slice(0, 4).map(({ type }) => type),
    ['markdown', 'context', 'context', 'markdown'],
  );
  const text = JSON.stringify(part.blocks[1]);
  assert.ok(text.includes('From 1 January 2027: “Dogs &amp; &lt;!here&gt; may _come_.” [2]'), text);
  assert.doesNotMatch(part.markdown, /<!here>/);
  assert.match(part.markdown, /Policy 1 has been due for review\./);
});

test('a citation names the days of its version, whether they are over, go on or are still to come', () => {
  const dated = (more: object) => {
    const { citations } = answer();
    const [first] = citations;
    return first === undefined ? '' : JSON.stringify(formatAnswer(answer({ citations: [{ ...first, ...more }] }), []));
  };
  assert.match(dated({ until: '2027-01-01' }), /in force from 1 January 2026 to 31 December 2026/);
  assert.match(dated({ effective: '2027-01-01', isUpcoming: true }), /in force from 1 January 2027/);
  assert.match(dated({ effective: undefined, until: '2027-01-01' }), /in force until 31 December 2026/);
  assert.doesNotMatch(dated({ document: 'tool:tickets', version: 1 }), /version 1/);
});

test('a private answer may be shared where the asker may, a missing one puts the person first', () => {
  const [shared] = formatAnswer(answer(), [], { mayShare: true });
  assert.ok(buttonsOf(shared).some(({ label }) => label === 'Share in channel'));
  const passages = [{ id: 'p', document: 'd', title: 'Leave', section: '', text: 'Near.', score: 1 }];
  const [missing] = formatAnswer(answer({ status: 'not_found', citations: [], passages }), [], { mayShare: true });
  assert.equal(buttonsOf(missing)[0]?.label, 'Ask a person');
  assert.equal(buttonsOf(missing)[0]?.style, 'primary');
  assert.ok(!buttonsOf(missing).some(({ label }) => label === 'Share in channel'));
  assert.ok(missing?.markdown.includes('**The closest passages**') && hasFeedback(missing));
});

test('a short answer that repeats its question is one message', () => {
  const told = answer({ notice: 'Quotes only.', citations: [citation(1), citation(2)] });
  const [part, ...more] = formatAnswer(told, [], { indexedOn: '2026-11-29', question: 'What about <leave>?' });
  assert.deepEqual(more, []);
  assert.match(part?.markdown ?? '', /^> What about [^\n]*leave[^\n]*\n\nFive days \[1\]\./);
});

test('a source leads to its place: the page, or the words of the quote, unless its address has a place', () => {
  const placed = (more: Partial<Citation>) => {
    const url = 'https://example.com/leave.md';
    const [part] = formatAnswer(answer({ citations: [citation(1, { url, ...more })] }), []);
    return /\]\((https[^)]*)\)/.exec(part?.markdown ?? '')?.[1];
  };
  assert.equal(placed({ page: 7 }), 'https://example.com/leave.md#page=7');
  const quote = 'Leave (half-days, too) is taken within the year in which it is given.';
  const pages = citation(1);
  const { page: _, ...unpaged } = pages;
  const without = (more: Partial<Citation>) => {
    const [part] = formatAnswer(answer({ citations: [{ ...unpaged, url: 'https://example.com/a', ...more }] }), []);
    return /\]\((https[^)]*)\)/.exec(part?.markdown ?? '')?.[1];
  };
  assert.equal(
    without({ quote }),
    'https://example.com/a#:~:text=Leave%20%28half%2Ddays%2C%20too%29%20is,which%20it%20is%20given.',
  );
  assert.equal(without({ quote: '| Lunch | 22 EUR |' }), 'https://example.com/a#:~:text=Carry%2Dover');
  assert.equal(without({ quote: 'Short.', section: '' }), 'https://example.com/a#:~:text=Short.');
  assert.equal(without({ url: 'https://example.com/a#b' }), 'https://example.com/a#b');
});

test('a table among the closest passages is told without bars', () => {
  const text = 'Limits:\n\n| Meal | Germany |\n| --- | --- |\n| Lunch | 22 EUR |';
  const passages = [{ id: 'p', document: 'd', title: 'Expenses', section: '', text, score: 1 }];
  const [missing] = formatAnswer(answer({ status: 'not_found', citations: [], passages }), []);
  assert.ok(missing?.markdown.includes('Limits: Meal · Germany; Lunch · 22 EUR'));
  assert.doesNotMatch(missing?.markdown ?? '', /\|/);
});

test('what went wrong, a question back and a greeting ask for no feedback', () => {
  const [failed] = formatAnswer(answer({ status: 'failed', text: 'Something went wrong.', citations: [] }), []);
  assert.deepEqual(
    buttonsOf(failed).map(({ label }) => label),
    ['Ask a person'],
  );
  const [asking] = formatAnswer(answer({ status: 'needs_input', text: 'Which country?', citations: [] }), []);
  assert.deepEqual(buttonsOf(asking), []);
  assert.ok(!hasFeedback(failed) && !hasFeedback(asking));
});

test('a request for approval has a message of its own with every argument, who decides, until when, and its hash', () => {
  const waiting = answer({ status: 'awaiting_approval', text: 'Shall I?', citations: [], approvals: [request] });
  const [text, card, ...rest] = formatAnswer(waiting, []);
  assert.deepEqual(rest, []);
  assert.equal(text?.approval, undefined);
  assert.ok(card?.approval === 'ap-1' && checkBlocks(card.blocks) === undefined);
  const told = ['create_ticket', 'title: Lost key', 'line two', '<!here>', 'priority: 5', 'code: \\"5\\"'];
  for (const each of [...told, 'The person who asked decides.', '2026-11-30 15:20 UTC']) {
    assert.ok(shown(card).includes(each), each);
  }
  assert.match(card.markdown, /title: Lost key.*15:20 UTC/s);
  const [approve, deny] = buttonsOf(card);
  assert.match(approve?.action_id ?? '', actionPattern('approval_decide'));
  const value = { answer: 'a1', approval: 'ap-1', argsHash: request.argsHash };
  assert.deepEqual(decodeAction('approval_decide', approve?.value), { ...value, verdict: 'approve' });
  assert.deepEqual(decodeAction('approval_decide', deny?.value), { ...value, verdict: 'deny' });

  const decided = formatDecidedApproval('a1', request, { state: 'denied', by: 'Ann <@U1>' });
  assert.equal(checkBlocks(decided.blocks), undefined);
  assert.deepEqual(buttonsOf(decided), []);
  assert.ok(shown(decided).includes('Denied by Ann <@U1>. Nothing was done.') && shown(decided).includes('Lost key'));
});

test('a request names who outside receives what is sent, in every form', () => {
  const recipient = 'desk, run by *Acme* (https://desk.example/mcp)';
  const [, card] = formatAnswer(answer({ status: 'awaiting_approval', approvals: [{ ...request, recipient }] }), []);
  assert.ok(card && checkBlocks(card.blocks) === undefined);
  assert.ok(shown(card).includes(`It goes to ${recipient}. The person who asked decides.`));
  assert.match(card.markdown, /It goes to desk, run by .*Acme.*desk\.example/);
});

test('arguments hide nothing: unseen characters are written out, and what is long goes on in further messages', () => {
  const input = { text: `a\u202eb\u200b ${'ж'.repeat(30_000)}` };
  const parts = formatAnswer(answer({ status: 'awaiting_approval', approvals: [{ ...request, input }] }), []).slice(1);
  const whole = parts.map(shown).join('');
  assert.ok(parts.length > 2 && whole.includes('a\\\\u{202e}b\\\\u{200b}'));
  assert.equal(whole.split('ж').length - 1, 30_000);
  assert.equal(parts.flatMap((part) => part.markdown.split('ж').slice(1)).length, 30_000);
  assert.ok(parts.every((part) => checkBlocks(part.blocks) === undefined && part.markdown.length <= 11_500));
  assert.deepEqual(
    parts.map((part) => buttonsOf(part).length),
    [...parts.slice(1).map(() => 0), 2],
  );
});

test('each message holds one table, and none shows raw bars in the plainer forms', () => {
  const table = (n: number) => `| Who ${n} | Days |\n|:--|--:|\n| all ${n} | ${n}0 |`;
  const text = `First.\n\n${table(1)}\n\nSecond.\n\n${table(2)}\n\nLast.\n\n> ${table(3).replaceAll('\n', '\n> ')}`;
  const parts = formatAnswer(answer({ text }), []);
  assert.equal(parts.length, 2);
  for (const [at, part] of parts.entries()) {
    assert.equal(shown(part).match(/\|:--\|--:\|/g)?.length, 1);
    assert.ok(!part.markdown.includes('|') && !toMrkdwn(part.markdown).includes('|Who'));
    assert.ok(part.markdown.includes(`- Who ${at + 1} · Days\n- all ${at + 1} · ${at + 1}0`));
  }
  assert.ok(parts[1]?.markdown.includes('> - Who 3 · Days\n> - all 3 · 30'));
});

test('a table that Slack would not draw becomes lines', () => {
  const rows = Array.from({ length: 120 }, (_, at) => `| ${at} | day |`).join('\n');
  const [part] = formatAnswer(answer({ text: `| No | What |\n|---|---|\n${rows}`, citations: [] }), []);
  assert.ok(part?.markdown.startsWith('- No · What\n- 0 · day\n') && !shown(part).includes('| '));
});

test('literal pieces give the text again', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '😀', 'wort'), maxLength: 200 }), (text) => {
      const pieces = splitPlain(text, 40);
      assert.equal(pieces.join(''), text);
      assert.ok(pieces.every((piece) => piece.length <= 40 && piece.isWellFormed()));
    }),
    { seed: 7, numRuns: 100 },
  );
});

const snippets = [
  ...[
    'word ',
    'Zwei Wörter ',
    '\n',
    '\n\n',
    '- item\n',
    '**bold** ',
    '`code` ',
    '```\n',
    '<!here>',
    '<@UALICE>',
    '&lt;',
  ],
  ...[
    '[link](https://example.com/?a=1&b=2) ',
    '😀',
    '| a | b |\n',
    '\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n',
    '> quote\n',
  ],
];
const long = (unit: string) => fc.nat({ max: 600 }).map((times) => unit.repeat(times));
const texts = fc
  .array(fc.oneof(fc.constantFrom(...snippets), fc.constantFrom(...snippets).chain(long)), { maxLength: 10 })
  .map((pieces) => `Begin ${pieces.join('')}`);
const citationLists = fc
  .array(fc.record({ quote: texts, title: fc.constantFrom('T', 'Leave <!here> & more', 'x'.repeat(900)) }), {
    maxLength: 30,
  })
  .map((list) => list.map((each, at) => citation(at + 1, each)));

test('whatever the answer, every form keeps to Slack’s limits, and no source, clause or button is lost', () => {
  fc.assert(
    fc.property(texts, citationLists, fc.boolean(), (text, citations, mayShare) => {
      const parts = formatAnswer(answer({ text, citations, notice: 'Quoted <!here>.' }), ['a.png'], {
        indexedOn: '2026-11-29',
        mayShare,
      });
      for (const part of parts) {
        assert.equal(checkBlocks(part.blocks), undefined);
        assert.ok(part.markdown.length > 0 && part.markdown.length <= 11_500);
        const fallback = fallbackText(part);
        assert.ok(fallback.length > 0 && fallback.length <= 3_000);
        assert.doesNotMatch(part.markdown, /<[!@#]/);
        assert.doesNotMatch(toMrkdwn(part.markdown), /<[!@#]/);
        const markup = part.blocks.filter(({ type }) => type !== 'container');
        assert.doesNotMatch(JSON.stringify(markup), /<[!@#]/);
      }
      const last = parts.at(-1);
      assert.ok(hasFeedback(last));
      assert.deepEqual(
        buttonsOf(last).map(({ label }) => label),
        ['Ask a person', 'Why this answer', ...(mayShare ? ['Share in channel'] : [])],
      );
      assert.ok(parts.slice(0, -1).every((part) => buttonsOf(part).length === 0 && !hasFeedback(part)));
      const plain = parts.map(({ markdown }) => markdown).join('\n');
      const whole = parts.map(shown).join('');
      const quotes = parts.flatMap(({ blocks }) => blocks).flatMap(quotesIn);
      for (const { n, url = '' } of citations) {
        assert.ok(plain.includes(`- [${n}] [`) && plain.includes(`](${url})`) && whole.includes(`](${url})`));
        assert.ok(plain.includes(`- [${n}] “`));
      }
      assert.equal(quotes.join(''), citations.map(({ quote }) => quote).join(''));
    }),
    { seed: 7, numRuns: 10 },
  );
});

function quotesIn(block: SlackPart['blocks'][number]): string[] {
  if (block.type !== 'container') return [];
  return block.child_blocks
    .flatMap((child) => (child.type === 'rich_text' ? child.elements : []))
    .flatMap((element) => (element.type === 'rich_text_quote' ? element.elements : []))
    .flatMap((element) => (element.type === 'text' ? [element.text] : []));
}
