import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Exactly these, with the client of Chroma that Bylaw uses as well. */
export const langchainPackages = {
  '@langchain/core': '1.4.0',
  '@langchain/textsplitters': '1.0.2',
  '@langchain/community': '1.1.29',
  chromadb: '3.5.0',
} as const;

const installMs = 300_000;

/**
 * Installs LangChain.js into a cache folder of its own, once, and returns the program to run; undefined where the
 * registry can't be reached.
 */
export function installLangchain(): string | undefined {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'bylaw-benchmark', `langchain-${Object.values(langchainPackages).join('-')}`);
  const installed = join(folder, 'installed');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(installed)) {
    const manifest = { private: true, type: 'module', dependencies: langchainPackages };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    // Its optional packages ask for others in versions that exclude each other.
    const flags = ['--legacy-peer-deps', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
    const { status } = spawnSync('npm', ['install', ...flags], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: installMs,
    });
    if (status !== 0) return undefined;
    writeFileSync(installed, '');
  }
  const program = join(folder, 'langchain.mjs');
  copyFileSync(fileURLToPath(new URL('langchain.mjs', import.meta.url)), program);
  return program;
}
