import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'node:test';

export interface TestRepository {
  readonly folder: string;
  /** Writes, or with undefined removes, files and commits them; returns the commit. */
  commit(
    files: Readonly<Record<string, string | Uint8Array | undefined>>,
    by?: { readonly author?: string; readonly day?: string },
  ): string;
  /** One commit for each content of the path, from this day on, on top of what is there; faster than as many commits. */
  commitEach(path: string, contents: readonly string[], firstDay: string): void;
  /** Merges a branch into the one that is checked out, with a commit of its own by `Merge`. */
  merge(branch: string, day: string): void;
  git(...args: string[]): string;
}

/** A repository with a working folder, on branch `main`. */
export function makeRepository(t: TestContext): TestRepository {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-repo-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const run = (args: readonly string[], env: Record<string, string> = {}, input = '') =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Ada',
        GIT_AUTHOR_EMAIL: 'ada@example.com',
        GIT_COMMITTER_NAME: 'Merge',
        GIT_COMMITTER_EMAIL: 'merge@example.com',
        ...env,
      },
    });
  run(['init', '-q', '-b', 'main']);
  return {
    folder,
    git: (...args) => run(args).trim(),
    commitEach(path, contents, firstDay) {
      const first = Date.parse(`${firstDay}T12:00:00Z`) / 1000;
      const stream = contents.map((content, i) => {
        const from = i === 0 ? 'from refs/heads/main^0\n' : '';
        const file = `M 100644 inline ${path}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
        const when = `${first + i * 86_400} +0000`;
        return `commit refs/heads/main\ncommitter Ada <a@example.com> ${when}\ndata 1\nx\n${from}${file}`;
      });
      run(['fast-import', '--quiet'], {}, stream.join('\n'));
      run(['reset', '-q', '--hard', 'main']);
    },
    merge(branch, day) {
      const date = `${day}T12:00:00Z`;
      const who = { GIT_AUTHOR_NAME: 'Merge', GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      run(['merge', '-q', '--no-ff', '-m', 'merge', branch], who);
    },
    commit(files, { author = 'Ada', day = '2026-03-01' } = {}) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        if (content === undefined) rmSync(file);
        else writeFileSync(file, content);
      }
      run(['add', '-A']);
      const date = `${day}T12:00:00Z`;
      run(['commit', '-q', '-m', 'change'], {
        GIT_AUTHOR_NAME: author,
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      });
      return run(['rev-parse', 'HEAD']).trim();
    },
  };
}
