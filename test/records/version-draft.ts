import type { DocumentMetadata } from '../../src/domain.ts';
import type { PassageDraft, Records, VersionDraft } from '../../src/records/records.ts';

type Wanted = Partial<Omit<VersionDraft, 'metadata'>> & { readonly metadata?: Partial<DocumentMetadata> };

/** A draft of one passage, which is the whole text, unless told otherwise. */
export function versionDraft(path: string, wanted: Wanted = {}): VersionDraft {
  const text = wanted.text ?? `Text of ${path}.`;
  const source = wanted.source ?? 'handbook';
  return {
    document: `${source}/${path}`,
    source,
    path,
    stamp: 'stamp-1',
    fingerprint: 'fingerprint-1',
    contentHash: 'hash-1',
    audienceKey: 'everyone',
    text,
    passages: [passageDraft(0, text.length)],
    ...wanted,
    metadata: { title: path, audience: [], country: [], tags: [], status: 'active', ...wanted.metadata },
  };
}

export function passageDraft(start: number, end: number, wanted: Partial<PassageDraft> = {}): PassageDraft {
  return { start, end, headings: [], sentences: [{ start: 0, end: end - start }], ...wanted };
}

/** Stages and activates one version; returns its id. */
export async function publish(records: Records, path: string, wanted: Wanted = {}): Promise<string> {
  const [version] = await records.documents.stage([versionDraft(path, wanted)]);
  if (!version) throw new Error('nothing was staged');
  await records.documents.activate([version.id]);
  return version.id;
}

export function ids(versions: readonly { readonly id: string }[]): string[] {
  return versions.map(({ id }) => id);
}
