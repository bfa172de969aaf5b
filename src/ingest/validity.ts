import { posix } from 'node:path';
import { excludesEveryone, explainUnknown, type Groups } from '../audience-groups.ts';
import type { DocumentMetadata, IsoDate, Version } from '../domain.ts';

export interface Validity {
  readonly validFrom?: IsoDate;
  readonly validTo?: IsoDate;
}

/** Before any question: a version that ends on this day never answers. */
const never: IsoDate = '0001-01-01';

/** What a document says of itself alone; one that names a successor stays out until that is looked up. */
export function ownValidity(metadata: DocumentMetadata): Validity {
  const withdrawn = metadata.status !== 'active' || metadata.supersededBy !== undefined;
  return { validFrom: metadata.effectiveFrom, validTo: withdrawn ? never : metadata.effectiveTo };
}

export interface Ruling {
  readonly version: Version;
  readonly validity: Validity;
  /** The document that takes this one's place. */
  readonly successor?: Version;
}

/**
 * When each version answers, with what documents of the same source say about each other taken into account: a
 * document gives way on its successor's first day in force, or at once if the successor names none.
 */
export function resolveValidity(versions: readonly Version[]): Ruling[] {
  const successors = successorsOf(versions);
  return versions.map((version) => {
    const { metadata } = version;
    const successor = successors.get(version.id);
    const named = metadata.supersededBy !== undefined;
    if (metadata.status !== 'active' || (named && successor === undefined)) {
      return { version, validity: { validFrom: metadata.effectiveFrom, validTo: never }, successor };
    }
    const end = successor === undefined ? undefined : (successor.metadata.effectiveFrom ?? never);
    return {
      version,
      validity: { validFrom: metadata.effectiveFrom, validTo: earlier(metadata.effectiveTo, end) },
      successor,
    };
  });
}

/** Why an answer on that day cannot use the version, or undefined if it can. */
export function withheldReason(
  { version, validity, successor }: Ruling,
  on: IsoDate,
  groups: Groups,
): string | undefined {
  const { metadata } = version;
  if (excludesEveryone(metadata.audience, groups)) {
    return `nobody may read it: ${explainUnknown(metadata.audience, groups)}`;
  }
  if (metadata.status === 'draft') return 'is a draft';
  if (metadata.status === 'archived') return 'is archived';
  const ended = validity.validTo !== undefined && validity.validTo <= on;
  if (metadata.status === 'superseded' || (ended && (successor !== undefined || metadata.supersededBy !== undefined))) {
    return `is superseded by ${successor?.path ?? metadata.supersededBy ?? 'another document'}`;
  }
  if (validity.validFrom !== undefined && validity.validFrom > on) return `takes effect on ${validity.validFrom}`;
  if (ended) return `is no longer in force since ${validity.validTo}`;
  return undefined;
}

function successorsOf(versions: readonly Version[]): Map<string, Version> {
  const successors = new Map<string, Version>();
  const bySource = Map.groupBy(versions, (version) => version.source);
  for (const version of versions) {
    const { supersedes, supersededBy, status } = version.metadata;
    if (supersedes === undefined && supersededBy === undefined) continue;
    const find = finder(bySource.get(version.source) ?? []);
    const older = supersedes === undefined || status !== 'active' ? undefined : find(supersedes, version);
    if (older !== undefined) successors.set(older.id, sooner(successors.get(older.id), version));
    const newer = supersededBy === undefined ? undefined : find(supersededBy, version);
    if (newer !== undefined) successors.set(version.id, sooner(successors.get(version.id), newer));
  }
  return successors;
}

/** Finds a document as people refer to one: by path, relative path, file name with or without extension, or title. */
function finder(versions: readonly Version[]): (reference: string, from: Version) => Version | undefined {
  return (reference, from) => {
    const wanted = reference.trim().toLowerCase();
    const relative = posix.join(posix.dirname(from.path), wanted).toLowerCase();
    const others = versions.filter((version) => version.id !== from.id);
    const by = (name: (version: Version) => string) => others.find((version) => name(version).toLowerCase() === wanted);
    return (
      by(({ path }) => path) ??
      others.find(({ path }) => path.toLowerCase() === relative) ??
      by(({ path }) => posix.basename(path)) ??
      by(({ path }) => posix.basename(path, posix.extname(path))) ??
      by(({ metadata }) => metadata.title)
    );
  };
}

function sooner(a: Version | undefined, b: Version): Version {
  if (a === undefined) return b;
  return (b.metadata.effectiveFrom ?? never) < (a.metadata.effectiveFrom ?? never) ? b : a;
}

function earlier(a: IsoDate | undefined, b: IsoDate | undefined): IsoDate | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}
