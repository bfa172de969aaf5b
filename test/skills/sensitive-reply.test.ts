import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { detectSensitive } from '../../src/skills/sensitive.ts';
import { languageOf, type SensitiveContacts, sensitiveReply } from '../../src/skills/sensitive-reply.ts';

const contacts: SensitiveContacts = {
  harassment: ['Dr. Ines Falk, ombudsperson@larkmoor.example'],
  health: { DE: ['Dr. Tom Wieland, extension 4610'], US: ['Dana Whitlock, extension 2210'] },
};
const topics = ['danger', 'whistleblowing', 'harassment', 'health'] as const;

test('every topic says in both languages whom to turn to and that nothing was kept', () => {
  for (const topic of topics) {
    const english = sensitiveReply(topic);
    assert.match(english, /You can turn to:\n- .*People team/);
    assert.match(english, /not stored and not sent to any model/);
    const german = sensitiveReply(topic, {}, { language: 'de' });
    assert.match(german, /wenden an:\n- .*People-Team/);
    assert.match(german, /nicht gespeichert und an kein Modell gesendet/);
  }
});

test('every topic but danger names a question that gets the rule itself', () => {
  for (const topic of ['whistleblowing', 'harassment', 'health'] as const)
    for (const language of ['en', 'de']) {
      const question = sensitiveReply(topic, {}, { language }).match(/(?:such as|zum Beispiel): (.*\?)\n/)?.[1];
      assert.ok(question !== undefined, topic);
      assert.equal(detectSensitive(question), undefined, question);
    }
  assert.doesNotMatch(sensitiveReply('danger'), /such as:/);
});

test('danger begins with the emergency number of the country, others name it after the contacts', () => {
  assert.match(sensitiveReply('danger', {}, { region: 'US' }), /^Call 911 now\./);
  assert.match(sensitiveReply('danger', {}, { region: 'DE', language: 'de' }), /^Ruf jetzt 112 an\./);
  assert.match(sensitiveReply('danger'), /^Call the emergency number now: 112 in Europe, 911/);
  assert.match(sensitiveReply('danger', {}, { region: 'JP' }), /^Call the emergency number now/);
  assert.match(sensitiveReply('health', {}, { region: 'us' }), /in danger: Call 911 now\./);
});

test('contacts are those of the topic and the region, all of them where the region is not known', () => {
  const german = sensitiveReply('health', contacts, { region: 'de' });
  assert.match(german, /\n- Dr\. Tom Wieland, extension 4610\n/);
  assert.doesNotMatch(german, /Whitlock|Falk/);
  assert.match(sensitiveReply('health', contacts), /- DE: Dr\. Tom Wieland.*\n- US: Dana Whitlock/);
  assert.match(sensitiveReply('harassment', contacts, { region: 'US' }), /Falk/);
});

test('a topic without contacts takes those for anything, and a region without any says whom to ask', () => {
  assert.match(sensitiveReply('danger', { ...contacts, anything: ['Lighthouse, extension 4500'] }), /- Lighthouse/);
  assert.match(sensitiveReply('health', contacts, { region: 'FR' }), /the People team, the company doctor/);
});

test('the language of the labelled messages is recognized', () => {
  const messages: { language: string; text: string }[] = readFileSync(
    new URL('sensitive-messages.jsonl', import.meta.url),
    'utf8',
  )
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const wrong = messages.filter(({ language, text }) => languageOf(text) !== language).map(({ text }) => text);
  assert.ok(wrong.length / messages.length <= 0.02, wrong.join('\n'));
});
