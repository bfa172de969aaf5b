import type { CredentialRecords } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

export function createCredentialRecords(store: SqliteStore): CredentialRecords {
  return {
    async get({ connector, issuer, person, kind }) {
      const sql = 'SELECT sealed FROM credential WHERE connector = ? AND issuer = ? AND person = ? AND kind = ?';
      return store.get<{ sealed: string }>(sql, connector, issuer, person, kind)?.sealed;
    },
    async latest({ connector, person, kind }) {
      const sql = `SELECT issuer, sealed FROM credential WHERE connector = ? AND person = ? AND kind = ?
        ORDER BY at DESC, issuer LIMIT 1`;
      const row = store.get<{ issuer: string; sealed: string }>(sql, connector, person, kind);
      return row && { ...row };
    },
    async put({ connector, issuer, person, kind }, sealed, now) {
      store.run(
        'INSERT OR REPLACE INTO credential (connector, issuer, person, kind, sealed, at) VALUES (?, ?, ?, ?, ?, ?)',
        connector,
        issuer,
        person,
        kind,
        sealed,
        now,
      );
    },
    async drop(connector, person, kind) {
      const sql =
        'DELETE FROM credential WHERE connector = ?1 AND (person = ?2 OR ?2 IS NULL) AND (kind = ?3 OR ?3 IS NULL)';
      return store.run(sql, connector, person ?? null, kind ?? null);
    },
    async people(connector) {
      const sql = "SELECT DISTINCT person FROM credential WHERE connector = ? AND kind = 'tokens' ORDER BY person";
      return store.all<{ person: string }>(sql, connector).map(({ person }) => person);
    },
    async connectors() {
      const sql = 'SELECT DISTINCT connector FROM credential ORDER BY connector';
      return store.all<{ connector: string }>(sql).map(({ connector }) => connector);
    },
    async beginSignIn({ state, connector, person, sealed, expiresAt }) {
      store.run('DELETE FROM sign_in WHERE connector = ? AND person = ?', connector, person);
      store.run(
        'INSERT INTO sign_in (state, connector, person, sealed, expires_at) VALUES (?, ?, ?, ?, ?)',
        state,
        connector,
        person,
        sealed,
        expiresAt,
      );
    },
    async signIn(state, now) {
      const row = store.get<{ connector: string; person: string; sealed: string }>(
        'SELECT connector, person, sealed FROM sign_in WHERE state = ? AND expires_at > ?',
        state,
        now,
      );
      return row && { ...row };
    },
    async endSignIn(state, now) {
      store.run('DELETE FROM sign_in WHERE expires_at <= ?', now);
      return store.run('DELETE FROM sign_in WHERE state = ?', state) === 1;
    },
  };
}
