import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignQuotesNotice } from '../../src/answer/asker-language.ts';
import { loadLanguageDetector, looksEnglish } from '../../src/answer/languages.ts';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import { noAnswer } from '../../src/models/model.ts';
import { createWorld } from './answering-world.ts';
import { answer, createScriptedModel, say, search } from './scripted-model.ts';

const asked = 'Wie viele Tage bezahlten Urlaub bekomme ich im Jahr?';

async function replied(question: string, text: string, quoted = '20 days') {
  const { model } = createScriptedModel([search('paid leave days'), answer(text, quoted), answer(text, quoted)]);
  return createWorld({ model }).ask(question);
}

test('an answer in the language of the question shows the quote first, and says that it is a translation', async () => {
  const given = await replied(asked, 'Vollzeitbeschäftigte erhalten 20 Tage bezahlten Urlaub im Jahr.');
  assert.equal(given.status, 'answered');
  assert.equal(
    given.text,
    '> “Full-time employees receive 20 days of paid leave a year.” [1]\n\nÜbersetzung (nicht Wort für Wort geprüft; es gelten die Zitate oben): Vollzeitbeschäftigte erhalten 20 Tage bezahlten Urlaub im Jahr. [1]',
  );
});

test('figures and links are compared across languages as well', async () => {
  assert.equal(
    (await replied(asked, 'Vollzeitbeschäftigte erhalten 25 Tage bezahlten Urlaub im Jahr.')).status,
    'not_found',
  );
  assert.equal(
    (await replied(asked, 'Vollzeitbeschäftigte erhalten 20 Wochen bezahlten Urlaub im Jahr.')).status,
    'not_found',
  );
  const linked = 'Vollzeitbeschäftigte erhalten 20 Tage bezahlten Urlaub, siehe https://evil.example.';
  assert.equal((await replied(asked, linked)).status, 'not_found');
});

test('nothing escapes the comparison by being in a language that nobody asked in', async () => {
  const german = 'Vollzeitbeschäftigte erhalten gar keinen bezahlten Urlaub im Jahr.';
  assert.equal((await replied('How many days of paid leave do I get?', german)).status, 'not_found');
  assert.equal((await replied('Combien de jours de congé payé ai-je par an ?', german)).status, 'not_found');
  const english = 'Full-time employees never receive paid leave in this company.';
  assert.equal((await replied(asked, english)).status, 'not_found');
});

test('that there is no answer is said in the language of the question', async () => {
  for (const [question, expected] of [
    ['Wie hoch ist der Zuschuss für mein Fahrrad?', /^Dazu finde ich in den Richtlinien/],
    ['Quel est le montant de la prime pour mon vélo ?', /^Je ne trouve pas cette information/],
    ['¿Cuánto dinero recibo para comprar mi bicicleta?', /^No encuentro esta información/],
    ['How much money do I get for a bicycle?', /^I don't have this information/],
    ['Fahrrad?', /^I don't have this information/],
  ] as const) {
    const { model } = createScriptedModel([search('bicycle'), say(noAnswer)]);
    const given = await createWorld({ model }).ask(question);
    assert.equal(given.status, 'not_found');
    assert.match(given.text, expected, question);
  }
});

test('without a language model the asker reads in their own language that quotes are not translated', async () => {
  const quotes = ['Full-time employees receive 20 days of paid leave a year.'];
  for (const [question, expected] of [
    [asked, /^Die Zitate stehen in der Sprache der Richtlinien/],
    ['Combien de jours de congé payé ai-je par an ?', /^Les citations sont dans la langue/],
    ['¿Cuántos días de vacaciones pagadas tengo al año?', /^Las citas están en el idioma/],
    ['Quanti giorni di ferie pagate ho in un anno?', /^Le citazioni sono nella lingua/],
    ['Hoeveel betaalde vakantiedagen heb ik per jaar?', /^De citaten staan in de taal/],
    ['Quantos dias de férias pagas tenho por ano?', /^As citações estão no idioma/],
    ['Ile dni płatnego urlopu mam w roku?', /^Cytaty są w języku/],
    ['Hur många betalda semesterdagar har jag per år?', /^The quotes are in the language of the policies/],
  ] as const) {
    assert.match((await foreignQuotesNotice(question, quotes)) ?? '', expected, question);
  }
  assert.equal(await foreignQuotesNotice('How many days of paid leave do I get?', quotes), undefined);
  assert.equal(await foreignQuotesNotice('Urlaub', quotes), undefined);
  const given = await createWorld({ model: createExtractiveModel() }).ask(
    'Full-time employees: Urlaub Germany, paid leave days a year?',
  );
  assert.doesNotMatch(given.notice ?? '', /Zitate/);
});

test('short questions are told apart, and English ones without loading anything', async () => {
  const languageOf = await loadLanguageDetector();
  for (const [language, text] of [
    ['de', 'Darf ich im Ausland arbeiten?'],
    ['fr', 'Puis-je travailler à distance ?'],
    ['es', '¿Puedo trabajar desde casa?'],
    ['it', 'Posso lavorare da casa?'],
    ['nl', 'Mag ik thuis werken?'],
    ['pt', 'Posso trabalhar em casa?'],
    ['pl', 'Czy mogę pracować z domu?'],
    ['en', 'Can I work from abroad?'],
  ] as const) {
    assert.equal(languageOf(text), language, text);
    assert.equal(looksEnglish(text), language === 'en', text);
  }
  assert.equal(languageOf('OK?'), undefined);
});
