import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const installMs = 300_000;

/**
 * Installs packages in exactly these versions into a cache folder of their own, once, and returns it; undefined where
 * the registry can't be reached.
 */
export function installPeer(packages: Readonly<Record<string, string>>): string | undefined {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const parts = Object.entries(packages).map(([name, version]) => `${name.replace(/.*\//, '')}-${version}`);
  const folder = join(cache, 'bylaw-benchmark', parts.join('-'));
  const installed = join(folder, 'installed');
  if (existsSync(installed)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: packages }),
  );
  // LangChain.js's optional packages ask for others in versions that exclude each other.
  const flags = ['--legacy-peer-deps', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['install', ...flags], { cwd: folder, stdio: 'ignore', timeout: installMs });
  if (status !== 0) return undefined;
  writeFileSync(installed, '');
  return folder;
}
