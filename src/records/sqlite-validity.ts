import type { IsoDate, Validity } from '../domain.ts';
import type { DocumentRecords } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

/** Ends before any question; also the end, for questions of today, that was merely seen. */
export const never: IsoDate = '0001-01-01';

/**
 * Which versions are in force on a day. Questions about a day before today go by the days as they are known; those of
 * today go by what documents say of themselves, so that a clock that was set back loses none.
 */
export function createValidityReader(
  store: SqliteStore,
  today: () => IsoDate,
): Pick<DocumentRecords, 'usable' | 'notInForce' | 'upcoming' | 'needsArchive'> {
  const ids = (sql: string, ...values: string[]) => store.all<{ id: string }>(sql, ...values).map(({ id }) => id);
  const hasArchived = (on: IsoDate) =>
    store.get("SELECT 1 AS found FROM version WHERE state = 'past' AND answers_to > ? LIMIT 1", on) !== undefined;

  return {
    async usable(versionIds, on) {
      const wanted = JSON.stringify(versionIds);
      return new Set(on < today() ? ids(usableEarlier, wanted, on, on) : ids(usableToday, wanted, on, on));
    },
    async notInForce(on) {
      if (on < today()) return ids(notInForceEarlier, on, on);
      const archived = hasArchived(on) ? ids(archivedOutside, on, on) : [];
      return [...ids(notInForceToday, on, on), ...archived];
    },
    async upcoming(on) {
      return on < today() ? ids(upcomingEarlier, on) : ids(upcomingToday, on);
    },
    needsArchive: async (on) => on < today() || hasArchived(on),
  };
}

export function setValidity(store: SqliteStore, rows: readonly ({ readonly versionId: string } & Validity)[]): void {
  for (const { versionId, ...validity } of rows) {
    store.run(
      'UPDATE version SET valid_from = ?, valid_to = ?, answers_from = ?, answers_to = ? WHERE id = ?',
      ...validityColumns(validity),
      versionId,
    );
  }
}

/** valid_from, valid_to, answers_from, answers_to. */
export function validityColumns({
  validFrom,
  validTo,
  seen,
}: Validity): [string | null, string | null, string | null, string | null] {
  const answersFrom = seen?.from === true ? null : (validFrom ?? null);
  return [validFrom ?? null, validTo ?? null, answersFrom, seen?.to === true ? never : (validTo ?? null)];
}

/** The reverse of `validityColumns`. */
export function validityOf(row: {
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly answers_from: string | null;
  readonly answers_to: string | null;
}): Validity {
  const seen = {
    ...(row.valid_from !== null && row.answers_from === null && { from: true }),
    ...(row.answers_to === never && row.valid_to !== never && { to: true }),
  };
  return {
    ...(row.valid_from !== null && { validFrom: row.valid_from }),
    ...(row.valid_to !== null && { validTo: row.valid_to }),
    ...(Object.keys(seen).length > 0 && { seen }),
  };
}

const usableEarlier = `
SELECT v.id FROM json_each(?) AS wanted CROSS JOIN version v ON v.id = wanted.value
WHERE v.state IN ('current', 'replaced', 'past') AND (v.valid_from IS NULL OR v.valid_from <= ?)
AND (v.valid_to IS NULL OR v.valid_to > ?)`;

const usableToday = `
SELECT v.id FROM json_each(?) AS wanted CROSS JOIN version v ON v.id = wanted.value
WHERE v.state IN ('current', 'replaced', 'past') AND (v.answers_from IS NULL OR v.answers_from <= ?)
AND (v.answers_to IS NULL OR v.answers_to > ?)`;

const notInForceEarlier = `
SELECT id FROM version WHERE state IN ('current', 'replaced', 'past') AND shelf <> 'none'
AND (valid_from > ? OR valid_to <= ?)`;

const notInForceToday = `
SELECT id FROM version INDEXED BY version_not_yet WHERE state IN ('current', 'replaced') AND answers_from > ?
UNION SELECT id FROM version INDEXED BY version_no_longer WHERE state IN ('current', 'replaced') AND answers_to <= ?`;

const archivedOutside = `
SELECT id FROM version WHERE state = 'past' AND shelf <> 'none' AND (answers_from > ? OR answers_to <= ?)`;

const upcomingEarlier = `
SELECT id FROM version WHERE state IN ('current', 'replaced', 'past') AND valid_from > ?
AND (valid_to IS NULL OR valid_to > valid_from)`;

const upcomingToday = `
SELECT id FROM version INDEXED BY version_not_yet WHERE state IN ('current', 'replaced') AND answers_from > ?
AND (answers_to IS NULL OR answers_to > answers_from)`;
