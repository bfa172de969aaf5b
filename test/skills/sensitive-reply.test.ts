import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { languageOf, type SensitiveContacts, sensitiveReply } from '../../src/skills/sensitive-reply.ts';

const contacts: SensitiveContacts = {
  harassment: [{ name: 'Dr. Ines Falk', reach: 'ombudsperson@larkmoor.example' }],
  health: [
    { name: 'Dr. Tom Wieland', reach: 'extension 4610', countries: ['DE'] },
    { name: 'Dana Whitlock', reach: 'extension 2210', countries: ['US'] },
  ],
};
const topics = ['danger', 'whistleblowing', 'harassment', 'health'] as const;

test('every topic says in both languages whom to turn to and that nothing was kept', () => {
  for (const topic of topics) {
    assert.match(
      sensitiveReply({ topic }),
      /You can turn to:\n- .*People team.*\n\n[\s\S]*not stored and not sent to any model/,
    );
    assert.match(
      sensitiveReply({ topic, language: 'de' }),
      /wenden an:\n- .*People-Team.*\n\n[\s\S]*nicht gespeichert und an kein Modell/,
    );
  }
});

test('danger begins with the emergency number of the country, others name it after the contacts', () => {
  assert.match(sensitiveReply({ topic: 'danger', country: 'US' }), /^Call 911 now\./);
  assert.match(sensitiveReply({ topic: 'danger', country: 'DE', language: 'de' }), /^Ruf jetzt 112 an\./);
  assert.match(sensitiveReply({ topic: 'danger' }), /^Call the emergency number now: 112 in Europe, 911/);
  assert.match(sensitiveReply({ topic: 'danger', country: 'JP' }), /^Call the emergency number now/);
  assert.match(sensitiveReply({ topic: 'health', country: 'US' }), /in danger: Call 911 now\./);
});

test('contacts are those of the topic and the country, all of them where the country is not known', () => {
  const german = sensitiveReply({ topic: 'health', contacts, country: 'DE' });
  assert.match(german, /\*\*Dr\. Tom Wieland\*\*: extension 4610/);
  assert.doesNotMatch(german, /Whitlock|Falk/);
  assert.match(sensitiveReply({ topic: 'health', contacts }), /Wieland\*\* \(DE\)[\s\S]*Whitlock\*\* \(US\)/);
  assert.match(sensitiveReply({ topic: 'harassment', contacts, country: 'US' }), /Falk/);
});

test('where a country has no contact of its own, the reply still says whom to ask', () => {
  assert.match(sensitiveReply({ topic: 'health', contacts, country: 'FR' }), /the People team, the company doctor/);
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
