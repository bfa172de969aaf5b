import type { ConnectorCall, ConnectorCallEnd, ConnectorPin, ConnectorRecords } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

export function createConnectorRecords(store: SqliteStore): ConnectorRecords {
  return {
    async pins() {
      const sql = 'SELECT connector, kind, name, hash, definition FROM connector_pin ORDER BY connector, kind, name';
      return store.all<PinRow>(sql).map((row) => ({ ...row }));
    },
    async approve({ put, drop, by, now }) {
      store.transaction(() => {
        for (const { connector, kind, name } of drop) {
          store.run('DELETE FROM connector_pin WHERE connector = ? AND kind = ? AND name = ?', connector, kind, name);
        }
        for (const { connector, kind, name, hash, definition } of put) {
          store.run(
            `INSERT INTO connector_pin (connector, kind, name, hash, definition, approved_by, approved_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (connector, kind, name) DO UPDATE SET hash = excluded.hash, definition = excluded.definition,
               approved_by = excluded.approved_by, approved_at = excluded.approved_at`,
            ...[connector, kind, name, hash, definition, by, now],
          );
        }
      });
    },
    async begin(call) {
      store.run(
        `INSERT INTO connector_call (id, at, person, place, connector, endpoint, tool, revision, args, args_hash,
           bytes_out, decision, approver) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[call.id, call.at, call.person ?? null, call.place ?? null, call.connector, call.endpoint, call.tool],
        ...[call.revision, call.args, call.argsHash, call.bytesOut, call.decision, call.approver ?? null],
      );
    },
    async finish(id, { outcome, ms, bytesIn, resultHash }) {
      const sql = 'UPDATE connector_call SET outcome = ?, ms = ?, bytes_in = ?, result_hash = ? WHERE id = ?';
      store.run(sql, outcome, Math.round(ms), bytesIn, resultHash ?? null, id);
    },
    async calls(connector, limit) {
      const sql = 'SELECT * FROM connector_call WHERE connector = ? ORDER BY at DESC, rowid DESC LIMIT ?';
      return store.all<CallRow>(sql, connector, limit).map(toCall);
    },
    async totals(connector) {
      const row = store.get<{ calls: number; bytesOut: number; bytesIn: number; since: number | null }>(
        `SELECT count(*) AS calls, coalesce(sum(bytes_out), 0) AS bytesOut, coalesce(sum(bytes_in), 0) AS bytesIn,
           min(at) AS since FROM connector_call WHERE connector = ?`,
        connector,
      );
      const { calls = 0, bytesOut = 0, bytesIn = 0, since = null } = row ?? {};
      return { calls, bytesOut, bytesIn, ...(since !== null && { since }) };
    },
    async keepResult(call, text) {
      const sql = 'INSERT INTO connector_result (call, text) VALUES (?, ?) ON CONFLICT (call) DO NOTHING';
      store.run(sql, call, text);
    },
    async result(call) {
      const row = store.get<{ text: string; person: string | null; place: string | null }>(
        `SELECT text, person, place FROM connector_result JOIN connector_call ON connector_call.id = call WHERE call = ?`,
        call,
      );
      if (row === undefined) return undefined;
      const { text, person, place } = row;
      return { text, ...(person !== null && { person }), ...(place !== null && { place }) };
    },
  };
}

type PinRow = {
  connector: string;
  kind: ConnectorPin['kind'];
  name: string;
  hash: string;
  definition: string;
};

type CallRow = {
  id: string;
  at: number;
  person: string | null;
  place: string | null;
  connector: string;
  endpoint: string;
  tool: string;
  revision: string;
  args: string;
  args_hash: string;
  bytes_out: number;
  decision: ConnectorCall['decision'];
  approver: string | null;
  outcome: ConnectorCallEnd['outcome'] | null;
  ms: number | null;
  bytes_in: number | null;
  result_hash: string | null;
};

function toCall(row: CallRow): ConnectorCall {
  const { id, at, person, place, connector, endpoint, tool, revision, args, decision, approver } = row;
  const { outcome, ms, bytes_in: bytesIn, result_hash: resultHash } = row;
  return {
    ...{ id, at, connector, endpoint, tool, revision, args, argsHash: row.args_hash },
    ...{ bytesOut: row.bytes_out, decision },
    ...(person !== null && { person }),
    ...(place !== null && { place }),
    ...(approver !== null && { approver }),
    ...(outcome !== null && {
      end: { outcome, ms: ms ?? 0, bytesIn: bytesIn ?? 0, ...(resultHash !== null && { resultHash }) },
    }),
  };
}
