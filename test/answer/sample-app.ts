import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type App, createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import type { Answer } from '../../src/domain.ts';
import { startFakeClaude } from '../support/fake-claude/server.ts';
import { projectFolder } from '../support/run-bylaw.ts';

export interface SampleOptions {
  /** Folders with further skills. */
  readonly roots?: readonly string[];
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  /** Further settings. */
  readonly more?: Readonly<Record<string, unknown>>;
}

interface Asking {
  readonly person?: string;
  readonly place?: string;
  /** Each question has one of its own unless told. */
  readonly conversation?: string;
}

/** The whole app over the sample handbook and skills as they are delivered, on a fake of the API; the day is 30 November 2026. */
export async function startSampleApp(
  t: { after(run: () => void | Promise<void>): void },
  { roots = [], roles = {}, more = {} }: SampleOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-sample-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const fake = await startFakeClaude();
  t.after(() => fake.close());
  const settings = {
    sources: [{ folder: join(projectFolder, 'policies'), include: ['*.md'] }],
    data: join(folder, 'state'),
    timezone: 'Europe/Berlin',
    embeddings: { provider: 'none' },
    skills: { roots: [join(projectFolder, 'skills'), ...roots] },
    roles,
    contacts: { harassment: ['Ada Okafor, extension 4711'] },
    ...more,
  };
  const file = join(folder, 'bylaw.yaml');
  writeFileSync(file, JSON.stringify(settings));
  const config = loadConfig({
    ...{ file, cwd: folder, argumentFolder: folder },
    env: { ANTHROPIC_API_KEY: 'sk-ant-secret', ANTHROPIC_BASE_URL: fake.url },
  });
  const lines: string[] = [];
  const app: App = await createApp(config, {
    ...{ logLevel: 'debug', logLine: (line) => void lines.push(line), environment: { PATH: process.env.PATH } },
    now: () => new Date('2026-11-30T09:00:00Z'),
  });
  await app.start();
  t.after(() => app.stop());
  await app.sync.run();
  let conversations = 0;
  const ask = async (text: string, { conversation = `C${++conversations}`, ...asker }: Asking = {}): Promise<Answer> =>
    app.answers.ask({ text, viewer: await app.viewer(asker), conversation }, { signal: new AbortController().signal });
  return { app, fake, ask, lines, folder };
}
