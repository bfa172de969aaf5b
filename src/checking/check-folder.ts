import type { Roles } from '../audience-groups.ts';
import { checkConflicts } from './check-conflicts.ts';
import { checkCopies } from './check-copies.ts';
import { checkLinks } from './check-links.ts';
import { checkMetadata, type Requirable } from './check-metadata.ts';
import { checkStanding } from './check-standing.ts';
import { checkTables } from './check-tables.ts';
import type { CheckContext, CheckedDocument, Finding } from './finding.ts';

export interface CheckSettings {
  /** What every document has to say. */
  readonly required: readonly Requirable[];
  /** Who may be named as readers, besides ids. */
  readonly roles: Roles;
}

/** All findings about a folder of documents, by path and line. */
export function checkFolder(
  context: CheckContext,
  unreadable: readonly { readonly path: string; readonly reason: string }[],
  { required, roles }: CheckSettings,
): Finding[] {
  const findings = [
    ...unreadable.map(({ path, reason }): Finding => ({ path, severity: 'error', check: 'readable', message: reason })),
    ...checkMetadata(context, required),
    ...checkStanding(context, roles),
    ...checkTables(context),
    ...checkLinks(context),
    ...checkCopies(context),
    ...checkConflicts(context),
  ];
  const byPath = new Map(context.documents.map((document) => [document.path, document]));
  return findings
    .filter((finding) => !isAccepted(finding, byPath.get(finding.path)))
    .sort((a, b) => compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0));
}

/** An owner accepts a finding by a comment with `bylaw-ok: link` (or another check) on its line or the one above. */
function isAccepted({ line, check }: Finding, document: CheckedDocument | undefined): boolean {
  if (line === undefined || document?.source === undefined) return false;
  const lines = document.source.split('\n').slice(Math.max(0, line - 2), line);
  return lines.some((text) => new RegExp(`\\bbylaw-ok:[^>]*\\b${check}\\b`).test(text));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
