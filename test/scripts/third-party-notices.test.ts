import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { notices } from '../../scripts/third-party-notices.ts';

test('the notices name what the lock file installs', () => {
  const written = readFileSync(new URL('../../THIRD_PARTY_NOTICES.md', import.meta.url), 'utf8');
  assert.equal(written, notices(), 'run node scripts/third-party-notices.ts');
});
