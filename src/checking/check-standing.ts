import { audienceKey, nobody, unknownReaders } from '../audience.ts';
import { createGroups, explainUnknown, type Roles, unknownWords } from '../audience-groups.ts';
import type { Version } from '../domain.ts';
import { resolveValidity } from '../ingest/validity/resolve-validity.ts';
import { findKey } from './find-line.ts';
import type { CheckContext, CheckedDocument, Finding } from './finding.ts';

/** Documents that supersede each other in a circle or what isn't there, and readers that nobody is. */
export function checkStanding({ documents }: CheckContext, roles: Roles): Finding[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const rulings = resolveValidity(documents.map(toVersion));
  const standings = rulings.flatMap(({ newest, problem, note }): Finding[] => {
    const document = byPath.get(newest.path);
    if (document === undefined) return [];
    const line = findKey(document, 'supersedes') ?? findKey(document, 'superseded_by');
    if (problem !== undefined) return [found(document, line, 'error', `${problem}; until then it is not used`)];
    return note === undefined ? [] : [found(document, line, 'warning', note)];
  });
  return [...standings, ...documents.flatMap((document) => readersOf(document, roles))];
}

function readersOf(document: CheckedDocument, roles: Roles): Finding[] {
  const { audience } = document.metadata;
  const groups = createGroups(roles);
  // What could not be read at all, or excludes everyone, is told by a note already.
  const unknown = unknownWords(audience, groups).filter((word) => word !== unknownReaders && word !== nobody);
  if (unknown.length === 0) return [];
  return [
    found(
      document,
      findKey(document, 'audience'),
      'error',
      `${explainUnknown(audience, groups)}: nobody is let in for it`,
    ),
  ];
}

function found(
  { path }: CheckedDocument,
  line: number | undefined,
  severity: Finding['severity'],
  message: string,
): Finding {
  return { path, ...(line !== undefined && { line }), severity, check: 'metadata', message };
}

function toVersion({ path, metadata }: CheckedDocument): Version {
  return {
    ...{ id: `${path}@1`, document: path, number: 1, source: 'folder', path, metadata },
    audienceKey: audienceKey(metadata.audience),
  };
}
