import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { detectSensitive, type SensitiveTopic } from '../../src/skills/sensitive.ts';

interface Message {
  readonly id: string;
  readonly set: 'development' | 'held-out' | 'paraphrase' | 'rule-question';
  readonly language: 'en' | 'de';
  readonly topic: SensitiveTopic | null;
  readonly text: string;
}

const messages: readonly Message[] = readFileSync(new URL('sensitive-messages.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const sensitive = messages.filter(({ topic }) => topic !== null);
const ordinary = messages.filter(({ topic }) => topic === null);

test('no labelled message that is sensitive is missed, and the topic is right for nearly all', () => {
  assert.ok(sensitive.length >= 200);
  assert.deepEqual(
    sensitive.filter(({ text }) => detectSensitive(text) === undefined).map(({ text }) => text),
    [],
  );
  const right = sensitive.filter(({ text, topic }) => detectSensitive(text) === topic).length;
  assert.ok(right / sensitive.length >= 0.98, `${right} of ${sensitive.length}`);
});

test('at most one near miss in fifty is taken for a case', () => {
  assert.ok(ordinary.length >= 150);
  const alarms = ordinary.filter(({ text }) => detectSensitive(text) !== undefined).map(({ text }) => text);
  assert.ok(alarms.length / ordinary.length <= 0.02, alarms.join('\n'));
});

test('case, umlauts spelled out, punctuation, emoji and invisible characters change nothing', () => {
  const variants: ((text: string) => string)[] = [
    (text) => text.toUpperCase(),
    (text) => text.toLowerCase(),
    (text) => text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss'),
    (text) => text.normalize('NFD'),
    (text) => text.replaceAll("'", '’'),
    (text) => `😢😢 ${text} 🙏`,
    (text) => text.replaceAll(' ', '  '),
    (text) => text.replaceAll(' ', '\u00a0'),
    (text) => [...text].join('\u200b'),
    (text) => `Hi,\n\n${text}\n\nThanks`,
  ];
  for (const { text, topic } of sensitive)
    for (const [n, vary] of variants.entries())
      assert.notEqual(detectSensitive(vary(text)), undefined, `${topic}, variant ${n}: ${text}`);
});

test('who does it, what it is and how the message begins can be exchanged', () => {
  const people = [
    'my boss',
    'My manager',
    'a colleague',
    'someone in my team',
    'our director',
    'a client',
    'this guy from sales',
  ];
  const acts = [
    'is harassing me',
    'keeps touching me',
    'makes racist jokes',
    'yells at me',
    'is bullying me',
    'threatens me',
    'takes bribes',
    'is falsifying invoices',
  ];
  const leute = [
    'mein Chef',
    'Meine Vorgesetzte',
    'ein Kollege',
    'jemand im Team',
    'der Abteilungsleiter',
    'eine Kundin',
  ];
  const taten = [
    'belästigt mich',
    'schreit mich an',
    'macht rassistische Witze',
    'mobbt mich',
    'bedroht mich',
    'nimmt Schmiergeld',
    'fälscht Rechnungen',
  ];
  const frames = (text: string) => [
    text,
    `hi, quick question: ${text}, what can I do?`,
    `Ich weiß nicht, wen ich fragen soll. ${text}`,
    `${text}!!! 😡`,
  ];
  const all = [
    people.map((one) => acts.map((act) => `${one} ${act}`)),
    leute.map((one) => taten.map((act) => `${one} ${act}`)),
  ].flat(2);
  const missed = all.flatMap(frames).filter((text) => detectSensitive(text) === undefined);
  assert.deepEqual(missed, []);
});

test('questions about rules stay questions about rules, whatever they name', () => {
  const matters = [
    'harassment',
    'bullying',
    'discrimination',
    'retaliation',
    'whistleblowing',
    'sick leave',
    'bereavement leave',
    'accidents',
    'fraud',
  ];
  const asked = [
    'What does the policy say about {}?',
    'Where is the {} policy?',
    'How often is the training on {} repeated?',
    'Who owns the {} policy?',
    'Is there a definition of {} in the code of conduct?',
  ];
  const themen = [
    'Belästigung',
    'Mobbing',
    'Diskriminierung',
    'Vergeltung',
    'Krankheit',
    'Sonderurlaub',
    'Arbeitsunfälle',
    'Bestechung',
  ];
  const gefragt = [
    'Was steht in der Richtlinie zu {}?',
    'Gibt es eine Schulung zu {}?',
    'Was bedeutet {} laut Verhaltenskodex?',
  ];
  const texts = [
    ...matters.flatMap((matter) => asked.map((text) => text.replace('{}', matter))),
    ...themen.flatMap((thema) => gefragt.map((text) => text.replace('{}', thema))),
  ];
  assert.deepEqual(
    texts.filter((text) => detectSensitive(text) !== undefined),
    [],
  );
});

test('a case stays a case when a question about the rule goes before or after it', () => {
  const frames: ((text: string) => string)[] = [
    (text) => `Who is in charge? ${text}`,
    (text) => `Who do I contact about harassment? ${text}`,
    (text) => `Where do I report fraud, ${text}`,
    (text) => `Was gilt? ${text}`,
    (text) => `An wen wende ich mich? ${text}`,
    (text) => `${text}. Which rules are there?`,
    (text) => `${text}, was gilt da?`,
  ];
  for (const { text } of sensitive)
    for (const frame of frames) assert.notEqual(detectSensitive(frame(text)), undefined, frame(text));
});

test('one slip of the keyboard in a word that names the matter is still recognized', () => {
  const slips = [
    'I am being harased',
    'I was bullyed',
    'my mother pased away',
    'Ich werde gemobt',
    'Ich werde diskriminirt',
    'I feel suicidel',
    'ich habe depresionen',
    'he is embezling money',
    'Mein Chef belestigt mich',
  ];
  for (const text of slips) assert.notEqual(detectSensitive(text), undefined, text);
});

test('what the policy says in general is no case, and the same words about oneself are one', () => {
  assert.equal(detectSensitive('What does the harassment policy say?'), undefined);
  assert.equal(detectSensitive('Can you tell me what the harassment policy says?'), undefined);
  assert.equal(detectSensitive('Does the harassment policy apply when my boss does it?'), 'harassment');
  assert.equal(detectSensitive('Was steht in der Richtlinie zu Mobbing?'), undefined);
  assert.equal(detectSensitive('Kannst du mir die Richtlinie zu Mobbing zeigen?'), undefined);
});

test('danger goes before every other topic', () => {
  assert.equal(detectSensitive('My boss is bullying me and I want to kill myself'), 'danger');
  assert.equal(detectSensitive('Mein Vater ist gestorben und ich will nicht mehr leben'), 'danger');
});

test('empty, huge and hostile texts are answered quickly', () => {
  for (const text of [
    '',
    '   ',
    '😀',
    '…',
    '(',
    'a'.repeat(100_000),
    'i '.repeat(20_000),
    'my mother '.repeat(5_000),
    ', '.repeat(20_000),
  ]) {
    const start = performance.now();
    assert.equal(detectSensitive(text), undefined);
    assert.ok(performance.now() - start < 2_000, text.slice(0, 20));
  }
  assert.equal(
    detectSensitive(`${'What about the travel policy and hotels? '.repeat(500)} I want to kill myself.`),
    'danger',
  );
});
