import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog, silentLog } from '../../src/log.ts';
import { findTopic } from '../../src/topics/find-topic.ts';
import { readTopics } from '../../src/topics/read-topics.ts';
import { createTopicFile, topicReply } from '../../src/topics/topic-file.ts';

const text = `
- topic: pay of others
  examples: [How much does my colleague earn?, What is the salary of my manager?]
  answered: [When is the salary paid?]
  contact: People team
- topic: legal advice
  patterns: ['\\b(?:can|should) I sue\\b']
  contact: [Legal team, "Works council: ext. 12"]
  reply: Ask a lawyer.
`;

test('a message is found by an example in other words, or by a pattern, and others are not', () => {
  const topics = readTopics(text, 'topics.yaml');
  const found = (message: string) => findTopic(topics, message)?.name;
  for (const message of [
    'How much do my colleagues earn?',
    "what's my manager's salary",
    'What do colleagues earn in Berlin?',
  ]) {
    assert.equal(found(message), 'pay of others', message);
  }
  assert.equal(found('SHOULD I SUE the company?'), 'legal advice');
  for (const message of [
    'When is the salary paid?',
    'How many days of leave do I get?',
    'May my colleague approve my expenses and earn points for hotel stays?',
    'Who is my manager?',
    '',
  ]) {
    assert.equal(found(message), undefined, message);
  }
});

test('the reply names whom to turn to, in its own words or the usual ones', () => {
  const [pay, legal] = readTopics(text, 'topics.yaml');
  assert.ok(pay && legal);
  assert.equal(topicReply(legal), 'Ask a lawyer.\n\n- Legal team\n- Works council: ext. 12');
  assert.match(topicReply(pay), /^I don’t answer questions about this\..*\n\n- People team$/);
  assert.match(topicReply(pay, 'de'), /^Fragen dazu beantworte ich nicht.*\n\n- People team$/);
});

test('every mistake of the file is named with its line', () => {
  const wrong = `- topic: a
  contact: x
- topic: b
  patterns: ['(', 'sue|']
  contact: x
- topic: c
  examples: [Salary of my manager?]
  answered: [What is the salary of my manager?]
  contact: x
- topic: d
  examples: [what is it]
  contact: []
  colour: red
- topic: e
  examples: [so what?]
  contact: x
`;
  assert.throws(
    () => readTopics(wrong, 'topics.yaml'),
    (error: Error) => {
      assert.match(error.message, /^topics\.yaml has mistakes:/);
      assert.match(error.message, /line 1: needs patterns or examples/);
      assert.match(error.message, /line 3: the pattern \( is not a regular expression/);
      assert.match(error.message, /line 3: the pattern sue\| fits every message/);
      assert.match(
        error.message,
        /line 6: "What is the salary of my manager\?" is under answered, but counts as the topic/,
      );
      assert.match(error.message, /line 10: contact/);
      assert.match(error.message, /line 10:.*colour/);
      assert.match(error.message, /line 14: the example "so what\?" says too little/);
      return true;
    },
  );
  assert.throws(() => readTopics('topic: [', 'topics.yaml'), /topics\.yaml has mistakes:\n {2}line 1: /);
  assert.throws(() => readTopics('topic: x', 'topics.yaml'), /must be a list of topics/);
  assert.deepEqual(readTopics('', 'topics.yaml'), []);
});

test('a pattern that never ends on a message counts as its topic, at once', () => {
  const topics = readTopics("- topic: slow\n  patterns: ['(a+)+$']\n  contact: x\n", 'topics.yaml');
  const started = performance.now();
  assert.equal(findTopic(topics, `${'a'.repeat(60)}!`)?.name, 'slow');
  assert.ok(performance.now() - started < 5000);
});

test('a change of the file counts with the next question, and a mistake in it leaves what was', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-topics-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'topics.yaml');
  let at = 1_000_000;
  const write = (content: string) => {
    writeFileSync(file, content);
    at += 10;
    utimesSync(file, at, at);
  };
  write(text);
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => void lines.push(line), now: () => new Date(0) });
  const topics = createTopicFile({ file, log });
  topics.start();
  assert.equal(topics.find('Should I sue?')?.name, 'legal advice');
  write('- topic: law\n  patterns: [\\bsue\\b]\n  contact: x\n');
  assert.equal(topics.find('Should I sue?')?.name, 'law');
  write('- topic: [\n');
  assert.equal(topics.find('Should I sue?')?.name, 'law');
  assert.equal(lines.filter((line) => line.includes('topics.unusable')).length, 1);
  assert.equal(topics.get('law')?.name, 'law');
  const missing = createTopicFile({ file: join(folder, 'none.yaml'), log: silentLog });
  assert.throws(() => missing.start(), /cannot read the topics .*none\.yaml/);
  assert.equal(createTopicFile({ file: undefined, log }).find('Should I sue?'), undefined);
});
