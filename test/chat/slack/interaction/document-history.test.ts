import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeHistory } from '../../../../src/chat/slack/interaction/document-history.ts';
import { startDatedApp, travelPolicy } from '../../../answer/dated-app.ts';

test('the history of a document holds its versions with their days and what changed, for those who may read it', async (t) => {
  const { app, at } = await startDatedApp(t);
  await at('2026-01-15', {
    'travel.md': travelPolicy('40 EUR'),
    'pay.md': '---\naudience: managers\n---\n# Pay\n\nSecret.\n',
  });
  await at('2026-03-15', { 'travel.md': travelPolicy('45 EUR') });
  await at('2026-11-30', { 'travel.md': travelPolicy('60 EUR', 'effective: 2027-01-01') });
  const { documents } = app.records;
  assert.equal(
    await describeHistory('travel policy', await app.viewer(), documents),
    [
      'Travel policy (travel.md)',
      '• version 3, in force from 1 January 2027; changed: Meals, in force from',
      '• version 2, in force from 15 March 2026 to 31 December 2026; changed: Meals',
      '• version 1, in force from 1 January 2025 to 14 March 2026',
    ].join('\n'),
  );
  assert.equal(await describeHistory('pay', await app.viewer(), documents), undefined);
  assert.equal(await describeHistory('nothing', await app.viewer(), documents), undefined);
  await at('2026-11-30', { 'trips/travel.md': '# Trips\n\nTrips are planned early.\n' });
  assert.match(
    (await describeHistory('travel', await app.viewer(), documents)) ?? '',
    /^Several documents have that name.*\n• Travel policy \(travel\.md\)\n• Trips \(trips\/travel\.md\)$/,
  );
});
