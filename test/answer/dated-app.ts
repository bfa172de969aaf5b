import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import type { Answer, Viewer } from '../../src/domain.ts';
import { policyAssistant } from '../support/fake-claude/policy-assistant.ts';
import { type FakeClaude, startFakeClaude } from '../support/fake-claude/server.ts';

export interface DatedOptions {
  readonly timezone?: string;
  /** Without it answers are quotes. */
  readonly withModel?: boolean;
}

/** The whole app over a folder of files that change on days that the test sets. */
export async function startDatedApp(
  t: { after(run: () => void | Promise<void>): void },
  { timezone = 'Europe/Berlin', withModel = false }: DatedOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-dated-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(join(folder, 'policies'));
  let fake: FakeClaude | undefined;
  if (withModel) {
    fake = await startFakeClaude();
    fake.respondWith(policyAssistant());
    const started = fake;
    t.after(() => started.close());
  }
  const file = join(folder, 'bylaw.yaml');
  const settings = {
    ...{ sources: [{ folder: 'policies' }], data: 'state', timezone },
    ...{
      embeddings: { provider: 'none' },
      skills: { roots: [] },
      model: { refuseBelow: 0 },
      roles: { managers: ['UMIA'] },
    },
  };
  writeFileSync(file, JSON.stringify(settings));
  const env = fake === undefined ? {} : { ANTHROPIC_API_KEY: 'sk-ant-secret', ANTHROPIC_BASE_URL: fake.url };
  const config = loadConfig({ ...{ file, cwd: folder, argumentFolder: folder }, env });
  let moment = new Date('2026-01-15T12:00:00Z');
  const app = await createApp(config, { logLevel: 'error', logLine: () => {}, now: () => moment });
  await app.start();
  t.after(() => app.stop());
  let conversations = 0;

  return {
    app,
    fake,
    folder,
    config,
    /** Sets the clock, writes the files and reads them. */
    async at(instant: string, files: Readonly<Record<string, string | undefined>> = {}): Promise<void> {
      moment = new Date(instant.length === 10 ? `${instant}T12:00:00Z` : instant);
      for (const [name, text] of Object.entries(files)) {
        const path = join(folder, 'policies', name);
        mkdirSync(dirname(path), { recursive: true });
        if (text === undefined) rmSync(path);
        else writeFileSync(path, text);
      }
      await app.sync.run({ full: true });
    },
    async ask(
      text: string,
      { conversation, ...viewer }: Partial<Viewer> & { conversation?: string } = {},
    ): Promise<Answer> {
      conversations += 1;
      const { person, place, ...more } = viewer;
      const asker = { ...(person !== undefined && { person }), ...(place !== undefined && { place }) };
      return app.answers.ask(
        { text, viewer: { ...(await app.viewer(asker)), ...more }, conversation: conversation ?? `C${conversations}` },
        { signal: new AbortController().signal },
      );
    },
  };
}

/** A policy whose dinner limit and first day are what a test is about. */
export function travelPolicy(dinner: string, more = 'effective: 2025-01-01'): string {
  return `---
title: Travel policy
owner: Finance
${more}
---
# Travel policy

## Hotels

A hotel may cost up to 150 EUR a night.

## Meals

Dinner on a business trip may cost up to ${dinner}. Breakfast may cost up to 15 EUR.
`;
}
