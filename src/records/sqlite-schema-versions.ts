/**
 * Keeps every version with the days between which it answers, and what the library holds of it.
 *
 * A version that was replaced before can answer no question before the next sync has worked its days out. When it was
 * first seen is not known: at the latest today.
 */
export const versionTables = `
-- What the library holds of it: nothing, among what answers today, or in the archive.
ALTER TABLE version ADD COLUMN shelf TEXT NOT NULL DEFAULT 'none' CHECK (shelf IN ('none', 'live', 'past'));
ALTER TABLE version ADD COLUMN seen_on TEXT;
ALTER TABLE version ADD COLUMN changed_on TEXT;
ALTER TABLE version ADD COLUMN changed_by TEXT;
ALTER TABLE version ADD COLUMN revision TEXT;
-- As valid_from and valid_to, for questions of today: a day on which something was merely seen has passed, whatever the
-- clock says, so such a start is null and such an end is 0001-01-01.
ALTER TABLE version ADD COLUMN answers_from TEXT;
ALTER TABLE version ADD COLUMN answers_to TEXT;
-- Epoch milliseconds, of a version whose document is gone.
ALTER TABLE version ADD COLUMN removed_at INTEGER;

UPDATE version SET seen_on = date('now'), answers_from = valid_from, answers_to = valid_to,
  shelf = CASE WHEN state IN ('current', 'replaced', 'removed') THEN 'live' ELSE 'none' END,
  removed_at = CASE WHEN state = 'removed' THEN 1000 * unixepoch('now') END;
UPDATE version SET valid_to = '0001-01-01', answers_to = '0001-01-01' WHERE state IN ('replaced', 'past');

DROP INDEX version_not_yet;
DROP INDEX version_no_longer;
CREATE INDEX version_not_yet ON version(answers_from)
  WHERE state IN ('current', 'replaced') AND answers_from IS NOT NULL;
CREATE INDEX version_no_longer ON version(answers_to)
  WHERE state IN ('current', 'replaced') AND answers_to IS NOT NULL;
CREATE INDEX version_archived ON version(answers_to) WHERE state = 'past';
CREATE INDEX version_shelf ON version(state, shelf);
CREATE INDEX version_removed ON version(removed_at) WHERE state = 'removed';

-- Contents that were erased for good, by SHA-256: a file that still holds one is not read again.
CREATE TABLE forgotten (
  content_hash TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  forgotten_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
