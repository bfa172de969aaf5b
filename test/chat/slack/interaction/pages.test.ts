import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { feedbackModal, readFeedback } from '../../../../src/chat/slack/interaction/feedback.ts';
import { homeBlocks } from '../../../../src/chat/slack/interaction/home.ts';
import { momentIn } from '../../../../src/chat/slack/interaction/interaction-deps.ts';
import { describeKnowledge } from '../../../../src/chat/slack/interaction/knowledge.ts';
import { documentsToSuggest, suggestedPrompts } from '../../../../src/chat/slack/interaction/prompts.ts';
import { explainAnswer } from '../../../../src/chat/slack/interaction/why.ts';
import type { AnswerRecord } from '../../../../src/records/records.ts';
import { checkBlocks } from '../../../../src/workspace/blocks/check-blocks.ts';

const when = momentIn('Europe/Berlin');
const morning = Date.UTC(2026, 10, 30, 8, 15);
const knowledge = {
  ...{ documents: 2, passages: 1_234 },
  sources: [
    { source: 'handbook', documents: 1, readAt: morning },
    { source: 'wiki', documents: 1, readAt: morning, failingSince: morning + 3_600_000, failure: 'refused' },
  ],
};
const record: AnswerRecord = {
  answer: {
    ...{ id: 'answer-1', status: 'answered', text: '28 days [1]', passages: [], model: 'extractive', ms: 420 },
    citations: [
      {
        ...{ n: 1, passage: 'handbook/leave.md@3#2', document: 'handbook/leave.md', title: 'Leave', section: 'Amount' },
        ...{ quote: '28 days', version: 3, effective: '2026-01-01' },
      },
    ],
  },
  question: 'How much leave <!here> & *why*?',
  conversation: 'slack:1',
  retrieved: ['handbook/leave.md@3#2', 'handbook/leave.md@3#4', 'handbook/travel.md@1#0'],
  at: morning,
};

describe('what the bot knows', () => {
  it('is told with its freshness, and since when a source is down', () => {
    assert.deepEqual(describeKnowledge(knowledge, when), [
      'I know 2 policies in 1,234 passages.',
      'handbook: 1 policy, read 30 Nov 2026, 09:15',
      'wiki: 1 policy, read 30 Nov 2026, 09:15; it can’t be reached since 30 Nov 2026, 10:15, so this may be out of date',
    ]);
    assert.deepEqual(describeKnowledge({ ...knowledge, documents: 0 }, when), ['I have not read any policies yet.']);
  });
});

describe('why an answer came out so', () => {
  it('is told by what was read and what it rests on', () => {
    assert.deepEqual(explainAnswer(record, when), [
      'Your last question, 30 Nov 2026, 09:15: I answered, and compared every statement with the clause that it names.',
      'I read 3 passages of 2 policies.',
      'It rests on:',
      '[1] Leave › Amount, version 3, in force since 1 January 2026',
      'Written by quoting, without a language model, in 0.4 s. Answer answer-1.',
    ]);
  });
});

describe('App Home', () => {
  const facts = { knowledge, recent: [record], remembered: [], paused: false, when };
  const shown = (more: Partial<Parameters<typeof homeBlocks>[0]> = {}) => homeBlocks({ ...facts, ...more });

  it('holds blocks that Slack takes, whatever it is filled with', () => {
    const long = { ...record, question: 'x'.repeat(9_000) };
    const sources = Array.from({ length: 200 }, (_, at) => ({ source: `source-${at}`, documents: at }));
    for (const more of [
      {},
      { paused: true, retentionDays: 30, remembered: ['country: DE'] },
      { recent: Array.from({ length: 20 }, () => long), knowledge: { ...knowledge, sources } },
      { recent: [], knowledge: { ...knowledge, documents: 0, sources: [] } },
    ]) {
      assert.equal(checkBlocks(shown(more)), undefined);
    }
  });

  it('shows foreign text as it stands and notifies nobody', () => {
    const text = JSON.stringify(shown());
    assert.match(text, /How much leave &lt;!here&gt; &amp; ∗why∗\?/);
    assert.doesNotMatch(text, /<!here>/);
    assert.match(text, /answered · Leave, version 3, in force since 1 January 2026/);
  });

  it('says that it is paused, how long questions are kept and what is remembered', () => {
    const text = JSON.stringify(shown({ paused: true, retentionDays: 30, remembered: ['country: DE'] }));
    assert.match(text, /I am paused/);
    assert.match(text, /erased after 30 days/);
    assert.match(text, /country: DE/);
    assert.match(text, /Forget all of it/);
    assert.doesNotMatch(JSON.stringify(shown()), /paused|erased|Forget/);
  });
});

describe('suggested prompts', () => {
  const document = (name: string) => ({
    document: `handbook/${name}.md`,
    metadata: { title: name, audience: [], country: [], tags: [], status: 'active' as const },
  });

  it('are about what answers rest on most', () => {
    const chosen = documentsToSuggest(['apples', 'leave', 'bikes', 'cars'].map(document), [record]);
    assert.deepEqual(
      chosen.map(({ metadata: { title } }) => title),
      ['leave', 'apples', 'bikes'],
    );
  });

  it('ask for the first topic of a document', () => {
    const passages = [{ headings: [] }, { headings: ['1. Scope'] }, { headings: ['2. Carrying over'] }];
    assert.deepEqual(suggestedPrompts([{ title: 'Leave', passages }]), [
      { title: 'Carrying over (Leave)', message: 'What about “Carrying over” in “Leave”?' },
      { title: 'What can you do?', message: 'What can you do?' },
    ]);
  });

  it('are there without any documents', () => {
    assert.equal(suggestedPrompts([]).length, 1);
  });
});

describe('the modal for a reason', () => {
  const sent = (values: Record<string, unknown>) => ({
    user: { id: 'UALICE' },
    view: { private_metadata: 'answer-1', state: { values } },
  });
  const chosen = (value: string) => ({ reason: { selected_option: { value } } });

  it('belongs to its answer', () => {
    assert.equal(feedbackModal('answer-1').private_metadata, 'answer-1');
  });

  it('is read with the words for the choice, and one’s own', () => {
    assert.deepEqual(
      readFeedback(sent({ reason: chosen('outdated'), details: { details: { value: ' It changed in May. ' } } })),
      { person: 'UALICE', answerId: 'answer-1', choice: 'It is out of date', details: 'It changed in May.' },
    );
    assert.equal(readFeedback(sent({ reason: chosen('no such') }))?.choice, 'Something else');
    assert.equal(readFeedback(sent({ reason: chosen('wrong'), details: { details: { value: null } } }))?.details, '');
  });

  it('is nothing where the shape is not known', () => {
    assert.equal(readFeedback({ user: { id: 'UALICE' } }), undefined);
  });
});
