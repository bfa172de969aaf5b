import { excludesEveryone, explainUnknown, type Groups } from '../../audience-groups.ts';
import type { IsoDate } from '../../domain.ts';
import { type DocumentRuling, hasEnded, isInForce } from './resolve-validity.ts';

/** Why an answer of today cannot use the document as it is now, or undefined if it can. */
export function withheldReason(document: DocumentRuling, today: IsoDate, groups: Groups): string | undefined {
  const { newest, versions, problem } = document;
  if (excludesEveryone(newest.metadata.audience, groups)) {
    return `nobody may read it: ${explainUnknown(newest.metadata.audience, groups)}`;
  }
  if (problem !== undefined) return problem;
  const answering = versions.find(({ validity }) => isInForce(validity, today));
  if (answering?.version.id === newest.id) return undefined;
  const reason = reasonOf(document, today);
  const until = answering?.validity.validTo;
  if (answering === undefined || reason === undefined || until === undefined) return reason;
  const then = reason.includes(until) ? 'then' : until;
  return `version ${newest.number} ${reason}; until ${then} version ${answering.version.number} answers`;
}

function reasonOf({ newest, versions, successor }: DocumentRuling, today: IsoDate): string | undefined {
  const { status, supersededBy, effectiveFrom, effectiveTo } = newest.metadata;
  const validity = versions.at(-1)?.validity ?? {};
  if (status === 'draft') return 'is a draft';
  if (status === 'archived') return 'is archived';
  const ended = hasEnded(validity, today);
  if (status === 'superseded' || (ended && (successor !== undefined || supersededBy !== undefined))) {
    return `is superseded by ${successor?.path ?? supersededBy ?? 'another document'}`;
  }
  if (effectiveFrom !== undefined && effectiveTo !== undefined && effectiveTo <= effectiveFrom) {
    return `ends before it takes effect on ${effectiveFrom}`;
  }
  if (validity.validFrom !== undefined && validity.validFrom > today) return `takes effect on ${validity.validFrom}`;
  return ended ? `is no longer in force since ${validity.validTo}` : undefined;
}
