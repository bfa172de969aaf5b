import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { askCommand } from '../../src/commands/ask.ts';
import { diffCommand } from '../../src/commands/diff.ts';
import { diffText } from '../../src/commands/diff-text.ts';
import { historyCommand } from '../../src/commands/history.ts';
import { searchCommand } from '../../src/commands/search.ts';
import { staleCommand } from '../../src/commands/stale.ts';
import { BylawError } from '../../src/errors.ts';
import type { KeptVersion } from '../../src/records/records.ts';
import { compareVersions } from '../../src/versions/compare-versions.ts';
import { startDatedApp, travelPolicy } from '../answer/dated-app.ts';
import { createCommandWorld, runWith } from './run-command.ts';

describe('commands about versions', () => {
  const cleanUps: (() => void | Promise<void>)[] = [];
  let world: Awaited<ReturnType<typeof startDatedApp>>;
  before(async () => {
    world = await startDatedApp({ after: (run) => void cleanUps.push(run) });
    await world.at('2026-01-15', { 'travel.md': travelPolicy('40 EUR'), 'pets.md': '# Pets\n\nDogs may come.\n' });
    await world.at('2026-03-15', { 'travel.md': travelPolicy('45 EUR') });
    const third = travelPolicy('45 EUR', 'effective: 2025-01-01\nreview: 2026-06-01').replace('## Hotels', '## Rooms');
    await world.at('2026-05-01', { 'travel.md': third.replace('owner: Finance', 'owner: People team') });
    await world.at('2026-11-30', { 'trips/travel.md': '# Trips\n\nTrips are planned early.\n' });
    await world.ask('How much may dinner on a business trip cost?');
    await world.app.stop();
  });
  after(async () => {
    for (const run of cleanUps.toReversed()) await run();
  });

  const run = (command: Parameters<typeof runWith>[1], ...words: string[]) =>
    runWith({ config: world.config, cwd: world.folder }, command, { words });
  const runJson = async (command: Parameters<typeof runWith>[1], ...words: string[]) => {
    const { stdout } = await runWith({ config: world.config, cwd: world.folder }, command, { words, json: true });
    return JSON.parse(stdout);
  };
  const refused = async (words: readonly string[], command: typeof diffCommand) => {
    const error = await run(command, ...words).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof BylawError && error.code === 'usage', String(error));
    return error.message;
  };

  test('history lists the versions, the newest first, with days, changes and what changed', async () => {
    const { stdout, status } = await run(historyCommand, 'policies/travel.md');
    assert.equal(status, 0);
    const lines = stdout.split('\n').map((line) => line.replace(/ {2,}/g, '  ').trimEnd());
    assert.deepEqual(lines.slice(0, 4), [
      'Travel policy  (policies/travel.md)',
      '',
      'Version  In force  First read  What changed',
      '3  from 2026-05-01 on  2026-05-01  1 section renamed, review on',
    ]);
    assert.match(stdout, /owner People team/);
    assert.match(stdout, /2 +2026-03-15 to 2026-04-30 +2026-03-15 +1 section changed, \+1 −1 words/);
    assert.match(stdout, /1 +2025-01-01 to 2026-03-14 +2026-01-15 +first version/);
  });

  test('history tells the same as JSON', async () => {
    const { title, versions } = await runJson(historyCommand, 'policies/travel.md');
    assert.equal(title, 'Travel policy');
    assert.deepEqual(
      versions.map(({ version, from, until, change }: Record<string, unknown>) => [version, from, until, change]),
      [
        [
          ...[3, '2026-05-01', undefined],
          {
            sections: { added: 0, removed: 0, changed: 0, renamed: 1 },
            words: { added: 0, removed: 0 },
            ...{ metadata: ['review on', 'owner'], cosmetic: false },
          },
        ],
        [
          ...[2, '2026-03-15', '2026-05-01'],
          {
            sections: { added: 0, removed: 0, changed: 1, renamed: 0 },
            words: { added: 1, removed: 1 },
            ...{ metadata: [], cosmetic: false },
          },
        ],
        [1, '2025-01-01', '2026-03-15', undefined],
      ],
    );
    assert.match(versions[0].contentHash, /^[0-9a-f]{64}$/);
  });

  test('a name that fits nothing, or several documents, is answered with how to name one', async () => {
    assert.match(await refused(['nothing'], historyCommand), /there is no document “nothing”/);
    const several = await refused(['travel'], historyCommand);
    assert.match(
      several,
      /fits several documents.*\n {2}policies\/travel\.md {2}Travel policy\n {2}policies\/trips\/travel\.md {2}Trips/,
    );
  });

  test('diff shows what the document says of itself first, then each section, for numbers and for days', async () => {
    const expected = [
      'Travel policy  (policies/travel.md)',
      '- version 1, 2025-01-01 to 2026-03-14',
      '+ version 3, from 2026-05-01 on',
      '',
      'What it says of itself',
      '  review on: not said → 2026-06-01',
      '  owner: Finance → People team',
      '',
      'Hotels → Rooms (under another heading, otherwise the same)',
      '',
      'Meals (changed)',
      '- Dinner on a business trip may cost up to 40 EUR.',
      '+ Dinner on a business trip may cost up to 45 EUR.',
      '',
      '+1 −1 words',
      '',
    ];
    for (const words of [['v1', '3'], ['2026-03-14']]) {
      const { stdout } = await run(diffCommand, 'policies/travel.md', ...words);
      assert.deepEqual(stdout.split('\n'), expected, words.join(' '));
    }
    const last = await run(diffCommand, 'policies/travel.md');
    assert.match(last.stdout, /- version 2,.*\n\+ version 3,/);
  });

  test('diff tells the same as JSON, and names the versions where one is not there', async () => {
    const { metadata, sections, words, cosmetic } = await runJson(diffCommand, 'policies/travel.md', '1', '2');
    assert.deepEqual([metadata, words, cosmetic], [[], { added: 1, removed: 1 }, false]);
    assert.deepEqual(sections, [
      {
        ...{ kind: 'changed', before: ['Meals'], after: ['Meals'] },
        sentences: [
          {
            kind: 'changed',
            before: 'Dinner on a business trip may cost up to 40 EUR.',
            after: 'Dinner on a business trip may cost up to 45 EUR.',
          },
        ],
      },
    ]);
    const known =
      /There are:\n {2}1 {2}2025-01-01 to 2026-03-14\n {2}2 {2}2026-03-15 to 2026-04-30\n {2}3 {2}from 2026-05-01 on/;
    assert.match(await refused(['policies/travel.md', '7'], diffCommand), known);
    assert.match(
      await refused(['policies/travel.md', '2024-12-31'], diffCommand),
      /no version was in force on 2024-12-31/,
    );
    assert.match(await refused(['policies/pets.md'], diffCommand), /has one version only, 1/);
  });

  test('ask as of a day answers by the version of that day, and says so', async () => {
    const ask = (day: string, json = false) =>
      runWith({ config: world.config, cwd: world.folder }, askCommand, {
        ...{ words: ['How much may dinner on a business trip cost?'], options: { 'as-of': day }, json },
      });
    const { stdout, status } = await ask('2026-03-14');
    assert.equal(status, 0);
    assert.match(stdout, /^As of 14 March 2026:\n\n“Dinner on a business trip may cost up to 40 EUR\.” \[1\]\n/);
    assert.match(stdout, /\[1\] Travel policy › Meals \(version 1, in force from 1 January 2025 to 14 March 2026\)\n/);
    const { asOf, citations } = JSON.parse((await ask('2026-03-15', true)).stdout);
    assert.deepEqual(
      [asOf, citations[0].version, citations[0].effective, citations[0].until],
      ['2026-03-15', 2, '2026-03-15', '2026-05-01'],
    );
    await assert.rejects(ask('2026-02-30'), /--as-of 2026-02-30: there is no such day/);
  });

  test('search as of a day finds the version of that day, and says which', async () => {
    const found = async (day: string) => {
      const { stdout } = await runWith({ config: world.config, cwd: world.folder }, searchCommand, {
        ...{ words: ['dinner on a business trip'], options: { 'as-of': day }, json: true },
      });
      const [{ version, effective, until, text }] = JSON.parse(stdout).passages;
      return [version, effective, until, /\d+ EUR/.exec(text)?.[0]];
    };
    assert.deepEqual(await found('2026-03-14'), [1, '2025-01-01', '2026-03-15', '40 EUR']);
    assert.deepEqual(await found('2026-03-15'), [2, '2026-03-15', '2026-05-01', '45 EUR']);
    await assert.rejects(found('2026-02-30'), /--as-of 2026-02-30: there is no such day/);
  });

  test('stale lists what is past its review with owner and citations, and only those of an owner if asked', async () => {
    const { stdout } = await run(staleCommand);
    assert.match(stdout, /^Past their review\n +Score +Cited +Overdue +Review +Last change +Document\n/);
    assert.match(stdout, /2026-06-01 +2026-05-01 +Travel policy \(policies\/travel\.md\), owner: People team\n/);
    const of = async (owner: string) => {
      const outcome = await runWith({ config: world.config, cwd: world.folder }, staleCommand, { options: { owner } });
      return outcome.stdout;
    };
    assert.match(await of('people'), /Travel policy/);
    assert.equal(await of('Legal'), 'No document of Legal is past its review, or untouched for long.\n');
    const { overdue } = await runJson(staleCommand);
    assert.equal(overdue[0].score, overdue[0].citations * overdue[0].days);
  });
});

test('of a document that is gone, history tells until when it was there, and nothing of what it said', async (t) => {
  const world = createCommandWorld(t, { sources: [{ folder: 'docs' }], embeddings: { provider: 'none' } });
  const file = join(world.cwd, 'docs', 'fees.md');
  mkdirSync(join(world.cwd, 'docs'));
  writeFileSync(join(world.cwd, 'docs', 'stays.md'), '# Stays\n\nThis stays.\n');
  const fees = (amount: number) => `---\neffective: 2026-01-01\n---\n# Fees\n\nThe fee is ${amount} EUR.\n`;
  for (const amount of [5, 60]) {
    writeFileSync(file, fees(amount));
    await world.run(historyCommand, { words: ['fees.md'] });
  }
  rmSync(file);
  const { stdout } = await world.run(historyCommand, { words: ['fees.md'] });
  assert.match(stdout, /Gone from its source since (\S+) .*\n2 +\S+ to \1 .* not shown, since the document is\s+gone/s);
  await assert.rejects(world.run(diffCommand, { words: ['fees.md'] }), /not shown, since the document is gone/);
});

test('a comparison in colour marks the words that changed, and documents cannot recolour it', () => {
  const metadata = { title: 'T', audience: [], country: [], tags: [], status: 'active' } as const;
  const kept = (number: number): KeptVersion => ({
    ...{ id: `d@${number}`, document: 'd', number, source: 's', path: 'd', metadata, audienceKey: 'everyone' },
    ...{ state: 'current', validity: {} },
  });
  const document = { document: 'd', source: 's', path: 'd', title: 'T\u001b[31m', isRemoved: false };
  const comparison = compareVersions(
    { metadata, text: '# T\n\nYou get 20 days.\n' },
    { metadata, text: '# T\n\nYou get 21\u001b[2J days.\n' },
  );
  const diff = { document, before: kept(1), after: kept(2), comparison };
  const colour = diffText(diff, true);
  assert.ok(colour.includes('\u001b[31m- You get \u001b[7m20\u001b[27m days.\u001b[39m'), JSON.stringify(colour));
  assert.ok(!colour.includes('\u001b[2J'));
  assert.equal(diffText(diff, false).includes('\u001b'), false);
});
