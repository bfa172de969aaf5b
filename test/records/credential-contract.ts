import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CredentialKey } from '../../src/records/records.ts';
import type { MakeStore } from './records-contract.ts';

const key: CredentialKey = { connector: 'jira', issuer: 'https://id.example', person: 'U-ADA', kind: 'tokens' };

export function describeCredentials(make: MakeStore): void {
  describe('credentials of connectors', () => {
    it('are kept by connector, issuer, person and kind', async (t) => {
      const { credentials } = await make(t)();
      await credentials.put(key, 'one', 1);
      await credentials.put(key, 'two', 2);
      await credentials.put({ ...key, person: '' }, 'bot', 1);
      await credentials.put({ ...key, issuer: 'https://other.example' }, 'elsewhere', 1);
      assert.equal(await credentials.get(key), 'two');
      assert.equal(await credentials.get({ ...key, kind: 'client' }), undefined);
      const { connector, person, kind } = key;
      assert.deepEqual(await credentials.latest({ connector, person, kind }), { issuer: key.issuer, sealed: 'two' });
      assert.deepEqual(await credentials.people('jira'), ['', 'U-ADA']);
      assert.deepEqual(await credentials.connectors(), ['jira']);
    });
    it('are dropped of one person, of one kind, or all', async (t) => {
      const { credentials } = await make(t)();
      await credentials.put(key, 'a', 1);
      await credentials.put({ ...key, kind: 'client' }, 'b', 1);
      await credentials.put({ ...key, person: 'U-BOB' }, 'c', 1);
      assert.equal(await credentials.drop('jira', 'U-ADA', 'tokens'), 1);
      assert.equal(await credentials.get({ ...key, kind: 'client' }), 'b');
      assert.equal(await credentials.drop('jira'), 2);
    });
    it('go with their person', async (t) => {
      const { credentials, privacy } = await make(t)();
      await credentials.put(key, 'a', 1);
      await credentials.beginSignIn({ state: 's', connector: 'jira', person: 'U-ADA', sealed: 'x', expiresAt: 9 });
      await privacy.forgetPerson('U-ADA', 'ops', 5);
      assert.equal(await credentials.get(key), undefined);
      assert.equal(await credentials.signIn('s', 1), undefined);
    });
    it('come of sign-ins that are used once, in time, and replaced by a newer one', async (t) => {
      const { credentials } = await make(t)();
      const begun = { connector: 'jira', person: 'U-ADA', sealed: 'x', expiresAt: 100 };
      await credentials.beginSignIn({ ...begun, state: 'old' });
      await credentials.beginSignIn({ ...begun, state: 'new' });
      assert.equal(await credentials.signIn('old', 1), undefined);
      assert.equal(await credentials.signIn('new', 100), undefined);
      assert.deepEqual(await credentials.signIn('new', 99), { connector: 'jira', person: 'U-ADA', sealed: 'x' });
      assert.equal(await credentials.endSignIn('new', 99), true);
      assert.equal(await credentials.endSignIn('new', 99), false);
    });
  });
}
