import { createHash } from 'node:crypto';
import type { Version } from '../domain.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { Records } from '../records/records.ts';
import { textsToEmbed } from './passage-text.ts';

/** A text to embed: a passage, or a window of it. */
export interface Window {
  readonly versionId: string;
  readonly n: number;
  readonly window: number;
  readonly text: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly hash: string;
}

type Deps = { readonly embedder: Embedder; readonly records: Records };

// One transaction each.
const versionsAtOnce = 100;

/** The windows of the versions, whose vectors are cached from now on as long as the versions are kept. */
export async function readWindows(deps: Deps, versions: readonly Version[]): Promise<Window[]> {
  const windows = await Promise.all(versions.map((version) => windowsOf(deps, version)));
  await deps.records.embeddings.use(versions.map(({ id }, i) => useOf(id, windows[i] ?? [])));
  return windows.flat();
}

/**
 * Notes what versions will be embedded by before they are. In the sync that sees a file renamed, the new version thus
 * keeps the vectors of the old one, which is erased before anything is embedded.
 */
export async function noteWindows(deps: Deps, versions: readonly Version[]): Promise<void> {
  for (let from = 0; from < versions.length; from += versionsAtOnce) {
    const uses = [];
    for (const version of versions.slice(from, from + versionsAtOnce)) {
      uses.push(useOf(version.id, await windowsOf(deps, version)));
    }
    await deps.records.embeddings.use(uses);
  }
}

async function windowsOf({ embedder, records }: Deps, version: Version): Promise<Window[]> {
  const passages = await records.documents.passagesOf(version.id);
  return passages.flatMap((passage) =>
    textsToEmbed(version, passage, embedder.windows).map((text, window) => {
      const hash = createHash('sha256').update(text).digest('hex');
      return { versionId: version.id, n: passage.n, window, text, hash };
    }),
  );
}

function useOf(versionId: string, windows: readonly Window[]): { versionId: string; hashes: string[] } {
  return { versionId, hashes: windows.map(({ hash }) => hash) };
}
