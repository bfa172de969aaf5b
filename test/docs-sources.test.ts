import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../src/config.ts';

test('every configuration in the document on sources is one that is accepted, with what it leaves out put in', (t) => {
  const text = readFileSync(new URL('../docs/sources.md', import.meta.url), 'utf8');
  const dir = mkdtempSync(join(tmpdir(), 'bylaw-docs-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const snippets = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml = '']) => yaml);
  const kinds = snippets.map((yaml) => {
    const whole = yaml.replaceAll(/^( +)# (\w+: .+)$/gm, '$1$2');
    writeFileSync(join(dir, 'bylaw.yaml'), whole);
    const { sources } = loadConfig({ cwd: dir, argumentFolder: dir, env: { HANDBOOK_TOKEN: 'x' } });
    return sources.map(({ kind }) => kind);
  });
  assert.deepEqual(kinds, [['folder'], ['git'], ['web']]);
});
