import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkSources } from '../../src/commands/check-sources.ts';
import { loadConfig } from '../../src/config.ts';

test('doctor says of each source where it is, when it was read, or since when and why it is down', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'bylaw-check-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const yaml = `timezone: Europe/Berlin
sources:
  - { folder: ., name: hr }
  - { folder: missing }
  - { git: "https://bylaw:\${TOKEN}@git.example.com/handbook.git" }
  - { name: wiki, web: { sitemap: "https://wiki.example.com/sitemap.xml", contact: it@example.com } }
`;
  writeFileSync(join(dir, 'bylaw.yaml'), yaml);
  const config = loadConfig({ cwd: dir, argumentFolder: dir, env: { TOKEN: 's3cret' } });
  const noon = Date.parse('2026-06-15T10:00:00Z');
  const checks = checkSources(config, [
    { source: 'hr', documents: 3, readAt: noon },
    { source: 'handbook', documents: 5, readAt: noon, failingSince: noon + 60_000, failure: 'it can’t be reached' },
    { source: 'wiki', documents: 0, failingSince: noon, failure: 'it wants a sign-in' },
    { source: 'mcp-desk', documents: 2, readAt: noon, failingSince: noon, failure: 'it did not answer' },
  ]);
  assert.deepEqual(
    checks.map(({ name, ok, detail }) => `${ok ? 'ok' : 'not ok'} ${name}: ${detail.replace(dir, 'DIR')}`),
    [
      'ok source hr: DIR, read 2026-06-15 12:00',
      'not ok source missing: DIR/missing does not exist',
      'not ok source handbook: down since 2026-06-15 12:01: it can’t be reached; what was read 2026-06-15 12:00 keeps answering',
      'not ok source wiki: down since 2026-06-15 12:00: it wants a sign-in; it was never read',
      'not ok source mcp-desk: down since 2026-06-15 12:00: it did not answer; what was read 2026-06-15 12:00 keeps answering',
    ],
  );
  assert.equal(JSON.stringify(checks).includes('s3cret'), false);
});
