import type { IsoDate, Validity, Version } from '../domain.ts';
import type { Records } from '../records/records.ts';
import { type DocumentRuling, hasEnded, resolveValidity } from './validity/resolve-validity.ts';

/** All versions that the records keep, read once for a run and brought up to date with what the run writes. */
export interface VersionLedger {
  /** What changes when these versions, just staged, become the newest of their documents. */
  enter(staged: readonly Version[]): Promise<Verdict>;
  /** Their documents are gone. */
  drop(documents: readonly string[]): void;
  /** What holds of every document, and which days that changes. */
  settle(): Promise<{ readonly rulings: readonly DocumentRuling[]; readonly changed: readonly VersionDays[] }>;
}

export type VersionDays = { readonly versionId: string } & Validity;

export interface Verdict {
  readonly days: readonly VersionDays[];
  /** Earlier versions, the staged ones among them, whose time is over. */
  readonly ended: ReadonlySet<string>;
}

export function createVersionLedger(documents: Records['documents'], today: IsoDate): VersionLedger {
  let loading: Promise<void> | undefined;
  const byDocument = new Map<string, Version[]>();
  /** As the records have them. */
  const noted = new Map<string, Validity>();

  function load(): Promise<void> {
    loading ??= documents.kept().then((kept) => {
      for (const version of kept) {
        noted.set(version.id, version.validity);
        push(version);
      }
    });
    return loading;
  }

  function push(version: Version): void {
    const known = byDocument.get(version.document);
    if (known === undefined) byDocument.set(version.document, [version]);
    else known.push(version);
  }

  /** Notes and returns what differs from what the records have. */
  function note(rulings: readonly DocumentRuling[]): VersionDays[] {
    const all = rulings.flatMap(({ versions }) => versions);
    const changed = all.filter(({ version, validity }) => !isSame(noted.get(version.id), validity));
    for (const { version, validity } of changed) noted.set(version.id, validity);
    return changed.map(({ version, validity }) => ({ versionId: version.id, ...validity }));
  }

  return {
    async enter(staged) {
      await load();
      for (const version of staged) {
        push(version);
        noted.delete(version.id);
      }
      const own = new Set(staged.map(({ document }) => document));
      const versions = [...byDocument.values()];
      // Where documents speak of each other, or are the same for other readers, one that comes may change any other.
      const affected =
        versions.flat().some(isLinked) || hasTwin(staged, versions)
          ? versions
          : versions.filter(([first]) => own.has(first?.document ?? ''));
      const rulings = resolveValidity(affected.flat());
      const ended = rulings.flatMap(({ newest, versions: all }) =>
        all.filter(({ version, validity }) => version !== newest && hasEnded(validity, today)).map(idOf),
      );
      // Every version of these documents is named, since those that are not end at once.
      const ownDays = rulings
        .filter(({ newest }) => own.has(newest.document))
        .flatMap((ruling) => ruling.versions.map(({ version, validity }) => ({ versionId: version.id, ...validity })));
      const others = note(rulings).filter(({ versionId }) => !own.has(documentOf(versionId)));
      return { days: [...ownDays, ...others], ended: new Set(ended) };
    },
    drop(gone) {
      for (const document of gone) byDocument.delete(document);
    },
    async settle() {
      await load();
      const rulings = resolveValidity([...byDocument.values()].flat());
      return { rulings, changed: note(rulings) };
    },
  };
}

function idOf({ version }: { readonly version: Version }): string {
  return version.id;
}

function isLinked({ metadata }: Version): boolean {
  return metadata.supersedes !== undefined || metadata.supersededBy !== undefined;
}

/** Whether the file of a version that comes is also that of another document, for other readers. */
function hasTwin(staged: readonly Version[], documents: readonly (readonly Version[])[]): boolean {
  const readers = new Map(staged.map(({ contentHash, audienceKey }) => [contentHash, audienceKey]));
  return documents.some((versions) => {
    const newest = versions.at(-1);
    const twin = newest?.contentHash === undefined ? undefined : readers.get(newest.contentHash);
    return twin !== undefined && twin !== newest?.audienceKey;
  });
}

function documentOf(versionId: string): string {
  return versionId.slice(0, versionId.lastIndexOf('@'));
}

function isSame(a: Validity | undefined, b: Validity): boolean {
  return (
    a !== undefined &&
    a.validFrom === b.validFrom &&
    a.validTo === b.validTo &&
    a.seen?.from === b.seen?.from &&
    a.seen?.to === b.seen?.to
  );
}
