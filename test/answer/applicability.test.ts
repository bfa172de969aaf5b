import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type App, createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import type { Answer, Chosen } from '../../src/domain.ts';

const leave = (country: string, days: number, more = '') =>
  `---\ntitle: Paid leave in ${country}\ncountry: ${country}\n---\n\n# Paid leave in ${country}\n\n## Entitlement\n\nEmployees in ${country} receive ${days} days of paid leave per calendar year.\n${more}`;

/** A group with three countries, two companies, interns and rules for everyone. */
const files: Readonly<Record<string, string>> = {
  'leave-de.md': leave('Germany', 28, '\n## Sick notes\n\nA sick note is due on the fourth day of an illness.\n'),
  'leave-us.md': leave('United States', 20, '\n## Sick notes\n\nA sick note is due on the fourth day of an illness.\n'),
  'leave-fr.md': leave('France', 25),
  'travel.md':
    '# Travel\n\n## Flights\n\nFlights are booked in economy class.\n\n## Desks\n\nA desk is reserved one day ahead.\n',
  'parking-a.md':
    '---\ntitle: Parking at Larkmoor GmbH\napplies_to: {entity: Larkmoor GmbH}\n---\n# Parking at Larkmoor GmbH\n\n## Parking fee\n\nA parking space costs 40 EUR a month.\n',
  'parking-b.md':
    '---\ntitle: Parking at Norbury Ltd\napplies_to: {entity: Norbury Ltd}\n---\n# Parking at Norbury Ltd\n\n## Parking fee\n\nA parking space costs 75 EUR a month.\n',
  'study-interns.md':
    '---\ntitle: Study leave for interns\napplies_to: {employment: interns}\n---\n# Study leave for interns\n\n## Study days\n\nInterns receive 2 study days a month.\n',
  'study-students.md':
    '---\ntitle: Study leave for working students\napplies_to: {employment: working students}\n---\n# Study leave for working students\n\n## Study days\n\nWorking students receive 4 study days a month.\n',
  'atlantis.md': leave('Atlantis', 99),
  'desks.md':
    '# Onboarding\n\n## Where to ask\n\n| Desk | Topics | First answer |\n|---|---|---|\n| People team Germany | days of paid leave, pay | 2 days |\n',
};

const people =
  'id,email,country,entity,employment\nada,,Germany,Larkmoor GmbH,\nbob,bob@x.example,USA,Norbury Ltd.,Intern\ncleo,,Narnia,,\n';

let app: App;
let folder = '';
const lines: string[] = [];
let conversations = 0;

interface Asking {
  readonly person?: string;
  readonly conversation?: string;
  readonly chosen?: Chosen;
  readonly country?: string;
}

async function ask(
  text: string,
  { person, country, conversation = `C${++conversations}`, chosen }: Asking = {},
): Promise<Answer> {
  const viewer = await app.viewer({ ...(person && { person }), ...(country && { profile: { country } }) });
  const question = { text, viewer, conversation, ...(chosen && { chosen }) };
  return app.answers.ask(question, { signal: new AbortController().signal });
}

const leaveDays = 'How many days of paid leave do I receive?';
const back = /^This differs by country\. Which one applies to you: /;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bylaw-applies-'));
  mkdirSync(join(folder, 'policies'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'policies', name), text);
  writeFileSync(join(folder, 'people.csv'), people);
  const settings = {
    ...{ sources: [{ folder: 'policies' }], data: 'state', timezone: 'UTC', embeddings: { provider: 'none' } },
    ...{ skills: { roots: [] }, memory: { enabled: true }, model: { refuseBelow: 0 }, profile: { file: 'people.csv' } },
  };
  const file = join(folder, 'bylaw.yaml');
  writeFileSync(file, JSON.stringify(settings));
  app = await createApp(loadConfig({ file, cwd: folder, argumentFolder: folder, env: {} }), {
    ...{ logLevel: 'debug', logLine: (line) => void lines.push(line), now: () => new Date('2026-11-30T09:00:00Z') },
  });
  await app.start();
  await app.sync.run();
});

after(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('the same questions of different people', () => {
  const personas: readonly (readonly [string, Asking, RegExp, RegExp | undefined])[] = [
    [
      'whose directory says Germany',
      { person: 'ada' },
      /28 days/,
      /^Applies in Germany, by the directory of your company\. For another country/,
    ],
    ['whose directory says the US', { person: 'bob' }, /20 days/, /^Applies in the United States, by the directory/],
    ['whose profile says France', { person: 'dan', country: 'FR' }, /25 days/, /^Applies in France, by your profile\./],
    ['whose directory names no country that is known', { person: 'cleo' }, back, undefined],
    ['of whom nothing is known', { person: 'eve' }, back, undefined],
    ['who are nobody in particular', {}, back, undefined],
  ];
  for (const [who, asking, expected, remark] of personas) {
    test(`those ${who} get what applies to them, or are asked`, async () => {
      const { text, remarks, citations } = await ask(leaveDays, asking);
      assert.match(text, expected);
      if (remark === undefined) assert.deepEqual([remarks, citations], [undefined, []]);
      else assert.match(remarks?.[0] ?? '', remark);
      assert.doesNotMatch(text, /99/);
    });
    test(`those ${who} get what is the same everywhere without being asked`, async () => {
      assert.match((await ask('In which class are flights booked?', asking)).text, /economy class/);
      // Nobody has written one for France.
      if (asking.country !== 'FR') assert.match((await ask('When is a sick note due?', asking)).text, /fourth day/);
    });
  }
});

describe('a country that the question names', () => {
  const named: readonly (readonly [string, RegExp, RegExp])[] = [
    ['How many days of paid leave do employees receive in France?', /25 days/, /^Applies in France, as you asked\.$/],
    ['How many days of paid leave do German employees receive?', /28 days/, /^Applies in Germany, as you asked\.$/],
    [
      'I work in the US. How many days of paid leave do I receive?',
      /20 days/,
      /^Applies in the United States, as you said\.$/,
    ],
  ];
  for (const [question, expected, remark] of named) {
    test(`counts before what is known of the person: ${question}`, async () => {
      const { text, remarks } = await ask(question, { person: 'ada' });
      assert.match(text, expected);
      assert.match(remarks?.[0] ?? '', remark);
    });
  }

  for (const question of [
    'Wie viele days of paid leave receive employees bei uns in Frankreich?',
    'Combien de days of paid leave receive employees en France ?',
    '¿Cuántos days of paid leave receive employees en Francia?',
  ]) {
    test(`is understood in other languages: ${question}`, async () => {
      const found = await ask(question, { person: 'ada' });
      assert.doesNotMatch(JSON.stringify([found.text, found.citations, found.passages]), /leave-(?:de|us)/);
      assert.ok(found.citations.concat().every(({ document }) => document === 'policies/leave-fr.md'));
    });
  }

  test('without a rule for it is told so, and who has one', async () => {
    const { status, text } = await ask('How many days of paid leave do employees receive in Austria?');
    assert.equal(status, 'not_found');
    assert.match(
      text,
      /^I have no rule on this that applies in Austria in the policies I can read\. What I found applies in /,
    );
    assert.match(text, /in Germany/);
  });

  test('without a rule for it gets no leftovers instead, from what is for everyone', async () => {
    const { status, text, citations, remarks } = await ask(leaveDays, {
      person: 'gus',
      country: 'AT',
    });
    assert.equal(status, 'not_found');
    assert.match(
      text,
      /^I have no rule on this that applies in Austria in the policies I can read\. What I found applies in/,
    );
    assert.deepEqual([citations, remarks], [[], undefined]);
    const then = await ask('as-of:2027-03-01 How many paid leave days do I receive?', { person: 'gus', country: 'AT' });
    assert.match(then.text, /^As of 1 March 2027:\n\nI have no rule on this that applies in Austria/);
  });

  test('that is compared with another is answered for both', async () => {
    const { text, remarks } = await ask('How many days of paid leave do employees receive in Germany and in France?', {
      person: 'bob',
    });
    assert.match(text, /28 days/);
    assert.match(text, /25 days/);
    assert.doesNotMatch(text, /20 days/);
    assert.match(remarks?.[0] ?? '', /^\[1\] applies in \w+; \[2\] applies in \w+\.$/);
  });

  test('that is only travelled to leaves the person’s own rules', async () => {
    const { text } = await ask('How many days of paid leave do I receive when I fly to France?', { person: 'ada' });
    assert.doesNotMatch(text, /25 days/);
  });

  test('by false friends is none', async () => {
    const { text } = await ask(
      'Can you tell us how many days of paid leave we receive? Jordan said it is a turkey of a rule.',
    );
    assert.match(text, back);
  });
});

describe('asking back', () => {
  test('names what occurs, and anything else', async () => {
    const { choice, status } = await ask(leaveDays, { person: 'eve' });
    assert.equal(status, 'needs_input');
    assert.deepEqual(new Set(choice?.options.slice(0, -1).map(({ value }) => value)), new Set(['DE', 'US', 'FR']));
    assert.deepEqual(choice?.options.at(-1), { value: 'ZZ', label: 'Another country' });
    assert.equal(choice?.mayRemember, true);
    assert.equal((await ask(leaveDays)).choice?.mayRemember, undefined);
  });

  for (const [reply, expected] of [
    ['Germany', /28 days/],
    ['germany please', /28 days/],
    ['the US', /20 days/],
    ['us', /20 days/],
    ["I'm in France", /25 days/],
    ['Frankreich', /25 days/],
    ['DE', /28 days/],
  ] as const) {
    test(`“${reply}” goes on with the question`, async () => {
      const conversation = `reply ${reply}`;
      await ask(leaveDays, { person: 'eve', conversation });
      const { text, remarks } = await ask(reply, { person: 'eve', conversation });
      assert.match(text, expected);
      assert.match(remarks?.[0] ?? '', /, as you said\.$/);
    });
  }

  test('holds for the rest of the conversation, and for no other', async () => {
    await ask(leaveDays, { person: 'eve', conversation: 'kept' });
    await ask('Germany', { person: 'eve', conversation: 'kept' });
    assert.match((await ask(leaveDays, { person: 'eve', conversation: 'kept' })).text, /28 days/);
    assert.match((await ask(leaveDays, { person: 'fay', conversation: 'kept' })).text, back);
    assert.match((await ask(leaveDays, { person: 'eve' })).text, back);
  });

  test('is left out where rules say the same, and all countries are named that have them', async () => {
    const { text, remarks } = await ask('When is a sick note due?', { person: 'eve' });
    assert.match(text, /fourth day/);
    assert.deepEqual(remarks, ['Applies in Germany and the United States.']);
  });

  test('another country has no rule', async () => {
    const { id } = await ask(leaveDays, { person: 'eve', conversation: 'other' });
    const { status, text } = await ask('', {
      person: 'eve',
      conversation: 'other',
      chosen: { answer: id, value: 'ZZ' },
    });
    assert.equal(status, 'not_found');
    assert.match(text, /^I have no rule on this that applies in other countries/);
  });

  test('a reply that is none is a question of its own, and nothing is asked twice', async () => {
    await ask(leaveDays, { person: 'eve', conversation: 'unclear' });
    assert.match(
      (await ask('In which class are flights booked?', { person: 'eve', conversation: 'unclear' })).text,
      /economy/,
    );
    assert.doesNotMatch((await ask('Germany', { person: 'eve', conversation: 'unclear' })).text, /28 days|20 days/);
  });

  test('somebody else’s reply is not the asker’s', async () => {
    await ask(leaveDays, { person: 'eve', conversation: 'two' });
    assert.doesNotMatch((await ask('Germany', { person: 'fay', conversation: 'two' })).text, /28 days/);
    assert.match((await ask('France', { person: 'eve', conversation: 'two' })).text, /25 days/);
  });

  test('a press counts once, and only the asker’s', async () => {
    const { id } = await ask(leaveDays, { person: 'eve', conversation: 'press' });
    const chosen = { answer: id, value: 'DE' };
    assert.equal(await app.answers.mayChoose(id, 'fay'), 'not_yours');
    assert.equal(await app.answers.mayChoose(id, 'eve'), 'open');
    const stolen = await ask('', { person: 'fay', conversation: 'press', chosen });
    assert.match(stolen.text, /gone on with that question already/);
    assert.match((await ask('', { person: 'eve', conversation: 'press', chosen })).text, /28 days/);
    assert.equal(await app.answers.mayChoose(id, 'eve'), 'over');
    const again = await ask('', { person: 'eve', conversation: 'press', chosen });
    assert.match(again.text, /gone on with that question already/);
  });

  test('a press before the answer was recorded is taken up again after a crash', async () => {
    const { id } = await ask(leaveDays, { person: 'eve', conversation: 'crash' });
    const chosen = { answer: id, value: 'FR' };
    const viewer = await app.viewer({ person: 'eve' });
    const broken = AbortSignal.abort(new Error('killed'));
    const asked = { text: '', viewer, conversation: 'crash', chosen };
    await assert.rejects(() => app.answers.ask(asked, { signal: broken }), /killed/);
    assert.match((await ask('', { person: 'eve', conversation: 'crash', chosen })).text, /25 days/);
  });
});

describe('companies and kinds of employment', () => {
  const parking = 'How much does a parking space cost?';
  const study = 'How many study days are there a month?';
  test('are known, named or asked for like countries', async () => {
    assert.match((await ask(parking, { person: 'ada' })).text, /40 EUR/);
    assert.match((await ask(parking, { person: 'bob' })).text, /75 EUR/);
    assert.match((await ask('How much does a parking space cost at Norbury Ltd?', { person: 'ada' })).text, /75 EUR/);
    const { text, choice } = await ask(parking, { person: 'eve', conversation: 'parking' });
    assert.match(text, /^This differs by company\. Which one applies to you: .*Larkmoor GmbH/);
    assert.equal(choice?.field, 'entity');
    assert.match((await ask('Norbury', { person: 'eve', conversation: 'parking' })).text, /75 EUR/);
  });
  test('say to whom the answer applies', async () => {
    const { text, remarks } = await ask(study, { person: 'bob' });
    assert.match(text, /2 study days/);
    assert.match(remarks?.[0] ?? '', /^Applies to interns, by the directory of your company\./);
    const asked = await ask('How many study days are there a month for working students?', { person: 'eve' });
    assert.match(asked.text, /4 study days/);
    assert.deepEqual(asked.remarks, ['Applies to working students, as you asked.']);
    assert.match((await ask(study, { person: 'eve' })).text, /^This differs by kind of employment/);
    assert.match((await ask(`I'm an intern. ${study}`, { person: 'eve' })).text, /2 study days/);
  });
});

describe('remembering', () => {
  test('a choice that is to be remembered counts in later conversations, until it is erased', async () => {
    const { id } = await ask(leaveDays, { person: 'gil', conversation: 'first' });
    await ask('', { person: 'gil', conversation: 'first', chosen: { answer: id, value: 'FR', isRemembered: true } });
    const { memories } = app.records;
    assert.equal(await memories.read('gil', 'profile.md'), 'Country: France\n');
    const later = await ask(leaveDays, { person: 'gil' });
    assert.match(later.text, /25 days/);
    assert.match(later.remarks?.[0] ?? '', /^Applies in France, as you asked me to remember\. For another country/);
    await memories.clear('gil');
    assert.match((await ask(leaveDays, { person: 'gil' })).text, back);
  });
  test('typing it asks for the same', async () => {
    await ask(leaveDays, { person: 'hal', conversation: 'typed' });
    assert.match(
      (await ask('Germany, please remember that', { person: 'hal', conversation: 'typed' })).text,
      /28 days/,
    );
    assert.match((await ask(leaveDays, { person: 'hal' })).text, /28 days/);
  });
  test('what a model noted as a sentence counts as well, before the directory', async () => {
    await app.records.memories.write('ada', 'notes.md', 'The user works in France.', 1);
    const { text, remarks } = await ask(leaveDays, { person: 'ada' });
    await app.records.memories.clear('ada');
    assert.match(text, /25 days/);
    assert.match(remarks?.[0] ?? '', /as you asked me to remember/);
  });
});

test('the log holds no value of any profile, and no words of a question', () => {
  const log = lines.join('');
  assert.match(log, /answer\.asked_back/);
  assert.doesNotMatch(log, /"(?:DE|FR|US|ada|bob|Germany|Narnia|intern)"|larkmoor gmbh|norbury|paid leave/i);
});
