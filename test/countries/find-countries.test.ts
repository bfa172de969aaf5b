import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForAllCountries, findCountries } from '../../src/countries/find-countries.ts';

const found = (text: string) => findCountries(text).map(({ code, kind }) => `${code} ${kind}`);

const cases: readonly (readonly [string, ...string[]])[] = [
  // English
  ['What is the rule in France?', 'FR where'],
  ['what about germany', 'DE where'],
  ['How many days do German employees get?', 'DE where'],
  ['How much leave in the US?', 'US where'],
  ['how much leave do i get in the us?', 'US where'],
  ['Leave in the U.S. please', 'US where'],
  ['vacation USA', 'US where'],
  ['Leave in America', 'US where'],
  ['What applies in the UK?', 'GB where'],
  ['Is there a rule for England?', 'GB where'],
  ['Northern Ireland holidays', 'GB where'],
  ['What is the difference between Germany and the United States?', 'DE where', 'US where'],
  ['How does leave in Germany differ from the US?', 'DE where', 'US where'],
  ['I work in Austria. How much leave do I get?', 'AT self'],
  ["I'm in Germany, how many days do I get?", 'DE self'],
  ["I'm an intern in Germany", 'DE self'],
  ['Do we in Turkey get this day off?', 'TR where'],
  ['Germany’s rule on sick leave', 'DE where'],
  // German
  ['Wie ist das bei uns in Österreich?', 'AT self'],
  ['Wie viele Urlaubstage gibt es in den Niederlanden?', 'NL where'],
  ['Was gilt in der Schweiz und in Deutschland?', 'CH where', 'DE where'],
  ['Ich arbeite in den Vereinigten Staaten.', 'US self'],
  ['Wie viel Urlaub bekommen deutsche Mitarbeiter?', 'DE where'],
  ['Österreichs Regeln zum Urlaub', 'AT where'],
  // French
  ['Quelle est la règle en Allemagne ?', 'DE where'],
  ['Je travaille aux États-Unis, combien de jours ai-je ?', 'US self'],
  ['Combien de congés pour les salariés allemands ?', 'DE where'],
  // Spanish
  ['¿Cuántos días hay en Alemania?', 'DE where'],
  ['Trabajo en los Estados Unidos', 'US self'],
  ['¿Qué vale para los empleados alemanes?', 'DE where'],
  // There, and where to
  ['Can I work from Spain?', 'ES toward'],
  ['May I fly to Japan in business class?', 'JP toward'],
  ['Can I work remotely in Spain for two weeks?', 'ES travel'],
  ['What is the hotel limit in Japan?', 'JP travel'],
  ['Darf ich von Spanien aus arbeiten?', 'ES toward'],
  // Where the writer is not
  ['I do not work in Germany. How much leave do I get?', 'DE outside'],
  ["I'm not based in Germany", 'DE outside'],
  ['Not in Germany but in the US: how much leave?', 'DE outside', 'US where'],
  ['Which rule is there for people outside Spain?', 'ES outside'],
  ['Ich arbeite nicht mehr in Deutschland', 'DE outside'],
  ['Was gilt außerhalb von Deutschland?', 'DE outside'],
  ['Je ne travaille pas en France', 'FR outside'],
  ['No trabajo en España', 'ES outside'],
  ['Why do I not get leave in Germany?', 'DE where'],
  ['I am not entitled to leave in Germany, am I?', 'DE self'],
  ['Warum gilt das nicht in Österreich?', 'AT where'],
  // False friends
  ['Can you tell us how much leave we get?'],
  ['CAN YOU TELL US MORE ABOUT THIS'],
  ['Is there turkey in the canteen?'],
  ['Turkey sandwiches at the office'],
  ['Jordan said that I can carry over days'],
  ['Who is Chad in payroll?'],
  ['What does the IT team do in HR matters?'],
  ['Is it OK to be in at ten, and so on?'],
  ['Our office in Georgia is closed'],
  ['Trip to New Mexico'],
  ['Is the policy available in German?'],
  ['Can I take a French course?'],
  ['Polish the policy text'],
  ['Ich habe eine Insel und eine Island-Tasse'],
  ['Quand est la réunion ?'],
  ['We must de-escalate, no?'],
  ['What do we do on a team in Latin America?'],
  ['guinea pigs at work'],
];

for (const [text, ...expected] of cases) {
  test(`of countries, “${text}” names ${expected.join(' and ') || 'none'}`, () => {
    assert.deepEqual(found(text), expected);
  });
}

test('a question about all countries is told from one about one', () => {
  for (const text of ['How much leave is there in each country?', 'Was gilt in allen Ländern?', 'Rules by country?'])
    assert.equal(asksForAllCountries(text), true, text);
  for (const text of ['What applies in my country?', 'Can I work in another country?'])
    assert.equal(asksForAllCountries(text), false, text);
});
