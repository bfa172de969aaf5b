import assert from 'node:assert/strict';
import type { Profile } from '../../../src/domain.ts';
import { overBoth } from './open-slack.ts';

const asked = async (
  slack: Awaited<ReturnType<Parameters<Parameters<typeof overBoth>[1]>[1]>>,
  profile: { fields?: { country?: string; employment?: string }; usesEmail?: () => Promise<boolean> } | undefined,
) => {
  const seen: { profile?: Profile | undefined; email?: string | undefined }[] = [];
  await slack.startChat({
    ...(profile && { profile }),
    viewerFor: ({ person, profile: known, email }) => {
      seen.push({ profile: known, email });
      return { audienceKeys: ['everyone'], on: '2026-11-30', person };
    },
  });
  slack.server.say('UGRETA', 'CHR', '@bylaw How much leave?');
  await slack.log.until('slack.finished');
  return seen;
};

overBoth('a field of the profile is read by its label, and by its id', async (t, openSlack) => {
  for (const country of ['Country', ' country', 'Xf0COUNTRY']) {
    const slack = await openSlack(t);
    const [first] = await asked(slack, { fields: { country, employment: 'Contract' } });
    assert.deepEqual(first, { profile: { country: 'Germany' }, email: undefined });
  }
});

overBoth('nothing is asked that is not configured', async (t, openSlack) => {
  const slack = await openSlack(t);
  const [first] = await asked(slack, undefined);
  assert.deepEqual(first, { profile: undefined, email: undefined });
  assert.equal(slack.server.calls('users.profile.get'), 0);
});

overBoth('an e-mail address is read where people are listed by it', async (t, openSlack) => {
  const slack = await openSlack(t);
  const [first] = await asked(slack, { usesEmail: async () => true });
  assert.deepEqual(first, { profile: undefined, email: 'greta@larkmoor.example' });
});

overBoth('what Slack does not tell is not known, and the question is answered', async (t, openSlack) => {
  const slack = await openSlack(t);
  slack.server.fail('users.profile.get', { code: 'missing_scope' });
  const [first] = await asked(slack, { fields: { country: 'Country' } });
  assert.equal(first?.profile, undefined);
  assert.equal(slack.log.lines.filter(({ event }) => event === 'slack.profile_unknown').length, 1);
  assert.doesNotMatch(JSON.stringify(slack.log.lines), /Germany/);
});
