import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Answer } from '../../../src/domain.ts';
import { startDatedApp, travelPolicy } from '../dated-app.ts';

const dinner = 'How much may dinner on a business trip cost?';
const from2027 = 'effective: 2027-01-01';
const announced = /^From 1 January 2027: “Dinner on a business trip may cost up to 60 EUR\.” \[(\d)\]$/;

type World = Awaited<ReturnType<typeof startDatedApp>>;

for (const withModel of [false, true]) {
  describe(`remarks on sources, ${withModel ? 'by a model' : 'quoting'}`, () => {
    const cleanUps: (() => void | Promise<void>)[] = [];
    let world: World;
    before(async () => {
      world = await startDatedApp({ after: (run) => void cleanUps.push(run) }, { withModel });
    });
    after(async () => {
      for (const run of cleanUps.toReversed()) await run();
    });

    let documents = 0;
    /** Dinner costs 45 EUR until the text given, which is read on 30 November 2026, says otherwise. */
    async function within(change: string, look: (answer: Answer, file: string) => Promise<void> | void): Promise<void> {
      documents += 1;
      const file = `travel-${documents}.md`;
      await world.at('2026-01-15', { [file]: travelPolicy('45 EUR') });
      await world.at('2026-11-30', { [file]: change });
      await look(await world.ask(dinner), file);
      await world.at('2026-11-30', { [file]: undefined });
    }

    test('a clause that will change is announced with its words, day and source', async () => {
      await within(travelPolicy('60 EUR', from2027), async (answer) => {
        assert.match(answer.text, /up to 45 EUR/);
        assert.equal(answer.remarks?.length, 1);
        const n = announced.exec(answer.remarks?.[0] ?? '')?.[1];
        const cited = answer.citations.find((citation) => String(citation.n) === n);
        assert.deepEqual(
          [cited?.version, cited?.effective, cited?.isUpcoming, cited?.section, cited?.quote],
          [2, '2027-01-01', true, 'Meals', 'Dinner on a business trip may cost up to 60 EUR.'],
        );
        assert.equal(answer.citations[0]?.until, '2027-01-01');
        assert.equal(await world.app.answers.maySee(answer, await world.app.viewer()), true);
      });
    });

    test('where nothing answers today but a rule will, its words and day are told to those who may read it', async () => {
      const pets = (more: string) =>
        `---\neffective: 2027-02-01${more}\n---\n# Pets\n\nDogs may come to the office on Fridays.\n`;
      await world.at('2026-11-30', { 'pets.md': pets('') });
      const answer = await world.ask('May dogs come to the office?');
      assert.equal(answer.status, 'not_found');
      assert.match(answer.text, /^I don't have this information/);
      assert.deepEqual(answer.remarks, [
        'A rule on this takes effect on 1 February 2027: “Dogs may come to the office on Fridays.” [1]',
      ]);
      assert.equal(answer.citations[0]?.isUpcoming, true);
      assert.equal(await world.app.answers.maySee(answer, await world.app.viewer()), true);
      assert.equal((await world.ask('What is the capital of Mongolia?')).remarks, undefined);
      await world.at('2026-11-30', { 'pets.md': pets('\naudience: managers') });
      const hidden = await world.ask('May dogs come to the office?');
      assert.equal(hidden.remarks, undefined);
      assert.doesNotMatch(JSON.stringify(hidden), /Friday/);
      await world.at('2026-11-30', { 'pets.md': undefined });
    });

    if (withModel) return;

    test('what changes elsewhere in the document, or only for the eye, is not announced', async () => {
      const cosmetic = travelPolicy('45 EUR', from2027).replace('Dinner on a business', '**Dinner** on a\nbusiness');
      await within(cosmetic, ({ status, remarks }) => assert.deepEqual([status, remarks], ['answered', undefined]));
      const elsewhere = travelPolicy('45 EUR', from2027).replace('150 EUR', '180 EUR');
      await within(elsewhere, async ({ status, remarks }) => {
        assert.deepEqual([status, remarks], ['answered', undefined]);
        assert.equal((await world.ask('How much may a hotel cost a night?')).remarks?.length, 1);
      });
    });

    test('a clause that will be gone is announced as such, and one under another heading is followed', async () => {
      await within(travelPolicy('45 EUR', from2027).replace(/## Meals[\s\S]*/, ''), ({ remarks }) =>
        assert.deepEqual(remarks, ['From 1 January 2027 this no longer stands in “Travel policy”.']),
      );
      const renamed = travelPolicy('60 EUR', from2027).replace('## Meals', '## Food and drink');
      await within(renamed, ({ remarks, citations }) => {
        assert.match(remarks?.[0] ?? '', announced);
        assert.equal(citations.at(-1)?.section, 'Food and drink');
      });
    });

    test('a document that supersedes the cited one is announced, if the asker may read it', async () => {
      await within(travelPolicy('45 EUR'), async (_, file) => {
        const next = (more: string) => travelPolicy('60 EUR', `${from2027}\nsupersedes: ${file}${more}`);
        await world.at('2026-11-30', { 'next.md': next('') });
        const answer = await world.ask(dinner);
        assert.match(answer.remarks?.[0] ?? '', announced);
        assert.equal(answer.citations[1]?.document, 'policies/next.md');
        assert.deepEqual(
          [...(await world.app.records.answers.citations(0)).keys()].includes('policies/next.md'),
          false,
        );
        assert.deepEqual((await world.app.records.answers.get(answer.id))?.answer.remarks, answer.remarks);
        await world.at('2026-11-30', { 'next.md': next('\naudience: managers') });
        const hidden = await world.ask(dinner);
        assert.match(hidden.text, /45 EUR/);
        assert.doesNotMatch(JSON.stringify(hidden), /60 EUR/);
        await world.at('2026-11-30', { 'next.md': undefined });
      });
    });

    test('what names a document without citing it is only for those who may read that one', async () => {
      const { maySee, mayRead } = world.app.answers;
      const manager = async () => world.app.viewer({ person: 'UMIA' });
      const everyone = async () => world.app.viewer();
      const secret = (more: string) =>
        travelPolicy('45 EUR', more)
          .replace('Travel policy', 'Plan to close Leipzig')
          .replace(/## Meals[\s\S]*/, '');
      await within(travelPolicy('45 EUR'), async (_, file) => {
        await world.at('2026-11-30', {
          'next.md': secret(`${from2027}\nsupersedes: ${file}\naudience: managers`),
        });
        const answer = await world.ask(dinner, { person: 'UMIA' });
        assert.deepEqual(answer.remarks, ['From 1 January 2027 this no longer stands in “Plan to close Leipzig”.']);
        assert.deepEqual(
          [await maySee(answer, await manager()), await maySee(answer, await everyone())],
          [true, false],
        );
        assert.equal(await mayRead(answer, await everyone()), false);
        assert.equal((await world.ask(dinner)).remarks, undefined);
        await world.at('2026-11-30', { 'next.md': undefined });
      });
      await world.at('2026-11-30', {
        'plan.md': '---\ntitle: Plan Leipzig\naudience: managers\n---\n# Plan\n\nThe Leipzig site closes in June.\n',
      });
      const past = await world.ask('as-of:2020-03-01 When does the Leipzig site close?', { person: 'UMIA' });
      assert.match(past.remarks?.join() ?? '', /“Plan Leipzig” answers this today/);
      assert.equal(await mayRead(past, await everyone()), false);
      await world.at('2026-11-30', { 'plan.md': undefined });
    });

    test('on the day itself the new version answers and nothing is announced any more', async () => {
      await within(travelPolicy('60 EUR', from2027), async () => {
        await world.at('2026-12-31');
        assert.equal((await world.ask(dinner)).remarks?.length, 1);
        await world.at('2027-01-01');
        const answer = await world.ask(dinner);
        assert.match(answer.text, /up to 60 EUR/);
        assert.equal(answer.remarks, undefined);
      });
    });

    test('an answer from a document past its review says so, with its owner', async () => {
      const reviewed = (day: string) => travelPolicy('45 EUR', `effective: 2025-01-01\nreview: ${day}`);
      await within(reviewed('2026-06-01'), async ({ remarks }) => {
        assert.deepEqual(remarks, ['“Travel policy” has been due for review since 1 June 2026; its owner is Finance.']);
        assert.equal((await world.ask(`as-of:2026-02-01 ${dinner}`)).remarks, undefined);
      });
      await within(reviewed('2026-06-01').replace('owner: Finance\n', ''), ({ remarks }) =>
        assert.match(remarks?.[0] ?? '', /; it names no owner\.$/),
      );
      await within(reviewed('2026-11-30'), async ({ remarks }) => {
        assert.equal(remarks, undefined, 'on the day itself it is not overdue');
        await world.at('2026-12-01');
        assert.equal((await world.ask(dinner)).remarks?.length, 1);
      });
    });
  });
}
