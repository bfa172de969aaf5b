import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { policyAssistant } from '../support/fake-claude/policy-assistant.ts';
import { startFakeClaude } from '../support/fake-claude/server.ts';
import { runBylaw, temporaryFolder } from '../support/run-bylaw.ts';

interface AskedAnswer {
  readonly status: string;
  readonly text: string;
  readonly notice?: string;
  readonly remarks?: readonly string[];
  readonly choice?: { readonly field: string; readonly options: readonly { value: string; label: string }[] };
  readonly citations: readonly {
    n: number;
    document: string;
    title: string;
    section: string;
    quote: string;
    version: number;
    isUpcoming?: true;
  }[];
  readonly passages: readonly { id: string; document: string; section: string; score: number }[];
  readonly model: string;
  readonly ms: number;
}

describe('ask on the sample policies', () => {
  let data = '';
  before(async () => {
    data = mkdtempSync(join(tmpdir(), 'bylaw-ask-'));
    const indexed = await runBylaw(['index', '--json', '--no-wait', '--data', data]);
    assert.equal(indexed.status, 0, indexed.stderr);
  });
  after(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));

  const ask = async (
    question: string,
    env: Record<string, string> = {},
    more: readonly string[] = [],
  ): Promise<AskedAnswer> => {
    const { status, stdout, stderr } = await runBylaw(['ask', question, '--json', '--data', data, ...more], { env });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };

  const leaveCases = [
    { question: 'How many vacation days do employees in the United States get?', fact: /\b20 days\b/ },
    { question: 'When do I have to request vacation in the United States?', fact: /two weeks/ },
    { question: 'Can I carry over unused vacation in the United States?', fact: /up to 5 days/ },
  ];
  for (const { question, fact } of leaveCases) {
    test(`${question} is answered with the clause it rests on`, async () => {
      const answer = await ask(question);
      assert.equal(answer.status, 'answered');
      assert.match(answer.text, fact);
      const cited = answer.citations.find((citation) => fact.test(citation.quote));
      assert.equal(cited?.document, 'policies/leave-us.md');
      assert.equal(cited?.version, 1);
      assert.ok(answer.text.includes(`[${cited?.n}]`));
      assert.equal(answer.model, 'extractive');
    });
  }

  test('how much, when to ask and carrying over in one breath are each answered, for the country that is named', async () => {
    const asked = 'How many vacation days do I get, when do I have to ask, and can I carry over?';
    const { status, text } = await ask(asked, {}, ['--country', 'Germany']);
    assert.equal(status, 'answered');
    for (const fact of [/\b28 days of paid vacation\b/, /\bfour weeks\b/, /\b31 March\b/]) assert.match(text, fact);
    assert.doesNotMatch(text, /\bsick\b|\b20 days\b/);
  });

  test('where documents differ by country and nobody says which, that is asked', async () => {
    const { status, text, choice, citations } = await ask('How many vacation days do I get per year?');
    assert.deepEqual([status, citations], ['needs_input', []]);
    assert.equal(text, 'This differs by country. Which one applies to you: Germany or the United States?');
    assert.deepEqual(
      choice?.options.map(({ value, label }) => [value, label]),
      [
        ['DE', 'Germany'],
        ['US', 'the United States'],
        ['ZZ', 'Another country'],
      ],
    );
  });

  test('a question about two countries is answered for both', async () => {
    const { text, citations, remarks } = await ask('How many vacation days do I get in Germany and in the US?');
    assert.match(text, /20 days/);
    assert.match(text, /28/);
    const documents = new Set(citations.map((citation) => citation.document));
    assert.ok(documents.has('policies/leave-us.md') && documents.has('policies/leave-de.md'));
    assert.deepEqual(remarks, ['[1] applies in Germany; [2] applies in the United States.']);
  });

  test('what no policy says is not answered, and the closest passages are shown', async () => {
    const answer = await ask('May I bring my dog to the office?');
    assert.equal(answer.status, 'not_found');
    assert.deepEqual(answer.citations, []);
    assert.ok(answer.passages.length > 0);
  });

  test('what only managers may read and what was superseded never shows, and what is to come is only announced', async () => {
    for (const question of [
      'What happens in a performance improvement plan?',
      'What may dinner cost on a business trip?',
      'How expensive may a hotel in Munich be?',
    ]) {
      const { citations, passages } = await ask(question);
      const answering = citations.filter(({ isUpcoming }) => isUpcoming !== true);
      const shown = [...answering, ...passages].map((row) => row.document);
      const announced = citations.filter(({ isUpcoming }) => isUpcoming === true);
      assert.ok(announced.every(({ document }) => document === 'policies/travel-2027.md'));
      for (const hidden of ['performance-improvement.md', 'expenses-2024.md', 'travel-2027.md']) {
        assert.ok(!shown.includes(`policies/${hidden}`), `${hidden} was shown for: ${question}`);
      }
    }
  });

  test('an empty question asks for one, an endless one is refused with the limit', async () => {
    assert.equal((await ask('   ')).status, 'needs_input');
    const endless = await ask('leave '.repeat(8400));
    assert.equal(endless.status, 'needs_input');
    assert.match(endless.text, /8,000|8000/);
  });

  test('with a key, Claude writes the answer from the passages it searched', async (t) => {
    const claude = await startFakeClaude({ apiKey: 'test-key' });
    t.after(() => claude.close());
    claude.respondWith(policyAssistant());
    const answer = await ask('How many vacation days do employees in the United States get?', {
      ANTHROPIC_API_KEY: 'test-key',
      ANTHROPIC_BASE_URL: claude.url,
    });
    assert.equal(answer.status, 'answered');
    assert.match(answer.model, /^claude-/);
    assert.ok(answer.citations.some((citation) => citation.document === 'policies/leave-us.md'));
    assert.ok(claude.requests.length >= 2);
  });

  test('with a wrong key the answer is quoted and says so, without the key', async (t) => {
    const claude = await startFakeClaude({ apiKey: 'right-key' });
    t.after(() => claude.close());
    const question = ['ask', 'How many vacation days do employees in the United States get?', '--data', data];
    const env = { ANTHROPIC_API_KEY: 'wrong-key', ANTHROPIC_BASE_URL: claude.url };
    const { status, stdout, stderr } = await runBylaw(question, { env });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /20 days/);
    assert.doesNotMatch(stdout + stderr, /wrong-key/);
  });
});

test('a trial with another source leaves the real index alone', async (t) => {
  const place = temporaryFolder(t);
  mkdirSync(join(place, 'policies'));
  mkdirSync(join(place, 'trial'));
  writeFileSync(join(place, 'bylaw.yaml'), 'sources: [{ folder: policies }]\n');
  writeFileSync(join(place, 'policies', 'pets.md'), '# Pets\n\nDogs may come to the office on Fridays.\n');
  writeFileSync(join(place, 'trial', 'plants.md'), '# Plants\n\nOffice plants are watered on Mondays.\n');
  const count = async (...args: string[]) => {
    const { stdout } = await runBylaw(['index', '--json', '--no-wait', ...args], { cwd: place });
    return JSON.parse(stdout).documents;
  };
  assert.equal((await count()).added, 1);
  assert.equal((await count('--source', 'trial')).added, 1);
  assert.equal((await count()).unchanged, 1);
});
