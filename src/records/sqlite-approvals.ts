import type { ApprovalRecord, ApprovalRecords, ApprovalState } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

/** Each change is one statement, so that of two processes that decide at once exactly one wins. */
export function createApprovalRecords(store: SqliteStore): ApprovalRecords {
  return {
    async ask(record) {
      store.run(
        `INSERT INTO approval (id, tool, input, args_hash, expires_at, approvers, conversation, person, state, asked_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', ?) ON CONFLICT (id) DO NOTHING`,
        record.id,
        record.tool,
        JSON.stringify(record.input ?? null),
        record.argsHash,
        record.expiresAt,
        record.approvers === undefined ? null : JSON.stringify(record.approvers),
        record.conversation,
        record.person ?? null,
        record.askedAt,
      );
    },
    async get(id) {
      const row = store.get<ApprovalRow>(`${select} WHERE id = ?`, id);
      return row && toApproval(row);
    },
    async open(conversation) {
      const sql = `${select} WHERE conversation = ? AND state = 'open' ORDER BY asked_at, rowid`;
      return store.all<ApprovalRow>(sql, conversation).map(toApproval);
    },
    async due(now) {
      const sql = `${select} WHERE state = 'open' AND expires_at <= ? ORDER BY expires_at, rowid`;
      return store.all<ApprovalRow>(sql, now).map(toApproval);
    },
    async decide(settlement) {
      const decided = store.run(
        `UPDATE approval SET state = ?, decision = ?, decided_by = ?, settled_at = ?
         WHERE id = ? AND state = 'open' AND args_hash = ? AND expires_at > ?`,
        settlement.state,
        settlement.decision,
        settlement.by,
        settlement.now,
        settlement.id,
        settlement.argsHash,
        settlement.now,
      );
      return decided === 1;
    },
    async close(id, state, now) {
      const sql = "UPDATE approval SET state = ?, settled_at = ? WHERE id = ? AND state = 'open'";
      return store.run(sql, state, now, id) === 1;
    },
    async noteCard(id, card) {
      store.run('UPDATE approval SET card = ? WHERE id = ?', card, id);
    },
  };
}

type ApprovalRow = {
  id: string;
  tool: string;
  input: string;
  args_hash: string;
  expires_at: number;
  approvers: string | null;
  conversation: string;
  person: string | null;
  state: ApprovalState;
  asked_at: number;
  decision: string | null;
  decided_by: string | null;
  settled_at: number | null;
  card: string | null;
};

const select = `SELECT id, tool, input, args_hash, expires_at, approvers, conversation, person, state, asked_at,
  decision, decided_by, settled_at, card FROM approval`;

function toApproval(row: ApprovalRow): ApprovalRecord {
  return {
    id: row.id,
    tool: row.tool,
    input: JSON.parse(row.input),
    argsHash: row.args_hash,
    expiresAt: row.expires_at,
    ...(row.approvers !== null && { approvers: JSON.parse(row.approvers) as string[] }),
    conversation: row.conversation,
    ...(row.person !== null && { person: row.person }),
    state: row.state,
    askedAt: row.asked_at,
    ...(row.decision !== null && { decision: row.decision }),
    ...(row.decided_by !== null && { decidedBy: row.decided_by }),
    // One that was closed without a decision has only the day it is kept from.
    ...(row.decision !== null && row.settled_at !== null && { decidedAt: row.settled_at }),
    ...(row.card !== null && { card: row.card }),
  };
}
