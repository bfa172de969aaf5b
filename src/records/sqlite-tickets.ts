import type { TicketRecords, WatchedTicket } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

export function createTicketRecords(store: SqliteStore): TicketRecords {
  return {
    async watch({ connector, ticket, conversation, person, place, url, status, isClosed }, now) {
      store.run(
        `INSERT INTO watched_ticket (connector, ticket, conversation, person, place, url, status, is_closed,
           opened_at, changed_at, checked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (connector, ticket) DO NOTHING`,
        ...[connector, ticket, conversation, person ?? null, place ?? null, url ?? null],
        ...[status, isClosed ? 1 : 0, now, now, now],
      );
    },
    watched: async () =>
      store.all<TicketRow>('SELECT * FROM watched_ticket ORDER BY opened_at, connector, ticket').map(toTicket),
    async note({ connector, ticket }, seen, now) {
      const where = 'WHERE connector = ? AND ticket = ?';
      store.run(`UPDATE watched_ticket SET checked_at = ? ${where}`, now, connector, ticket);
      if (seen === undefined) return;
      // Back to what was told before it could be told: then there is no news.
      store.run(
        `UPDATE watched_ticket SET news = CASE WHEN status = ?1 THEN NULL ELSE ?1 END, is_closed = ?2, changed_at = ?3,
           changes = changes + 1 WHERE connector = ?4 AND ticket = ?5 AND coalesce(news, status) <> ?1`,
        ...[seen.status, seen.isClosed ? 1 : 0, now, connector, ticket],
      );
    },
    async told({ connector, ticket }, news) {
      store.run(
        `UPDATE watched_ticket SET status = ?3, news = CASE WHEN news = ?3 THEN NULL ELSE news END
         WHERE connector = ?1 AND ticket = ?2`,
        ...[connector, ticket, news],
      );
    },
    async unwatch({ connector, ticket }) {
      store.run('DELETE FROM watched_ticket WHERE connector = ? AND ticket = ?', connector, ticket);
    },
  };
}

type TicketRow = {
  connector: string;
  ticket: string;
  conversation: string;
  person: string | null;
  place: string | null;
  url: string | null;
  status: string;
  is_closed: number;
  changed_at: number;
  checked_at: number;
  news: string | null;
  changes: number;
};

function toTicket(row: TicketRow): WatchedTicket {
  const { connector, ticket, conversation, person, place, url, status, news, changes } = row;
  return {
    ...{ connector, ticket, conversation, status, changes },
    ...(person !== null && { person }),
    ...(place !== null && { place }),
    ...(url !== null && { url }),
    ...(news !== null && { news }),
    isClosed: row.is_closed === 1,
    changedAt: row.changed_at,
    checkedAt: row.checked_at,
  };
}
