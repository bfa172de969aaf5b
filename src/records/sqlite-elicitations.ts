import type { ElicitationRequest, ElicitationResponse } from '../elicitation.ts';
import type { ElicitationRecord, ElicitationRecords, ElicitationState } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

/** Each change is one statement, so that of two answers at once exactly one counts. */
export function createElicitationRecords(store: SqliteStore): ElicitationRecords {
  return {
    async ask(record) {
      store.run(
        `INSERT INTO elicitation (id, recipient, tool, title, input, request, resume, conversation, person, place,
           held_by, state, asked_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?) ON CONFLICT (id) DO NOTHING`,
        record.id,
        record.recipient,
        record.tool,
        record.title,
        JSON.stringify(record.input ?? null),
        JSON.stringify(record.request),
        record.resume,
        record.conversation,
        record.person ?? null,
        record.place ?? null,
        record.heldBy ?? null,
        record.askedAt,
        record.expiresAt,
      );
    },
    async get(id) {
      const row = store.get<ElicitationRow>(`${select} WHERE id = ?`, id);
      return row && toRecord(row);
    },
    async open(conversation) {
      const sql = `${select} WHERE conversation = ? AND state = 'open' ORDER BY asked_at, rowid`;
      return store.all<ElicitationRow>(sql, conversation).map(toRecord);
    },
    async due(now, process) {
      const sql = `${select} WHERE state = 'open' AND (expires_at <= ? OR held_by <> ?) ORDER BY expires_at, rowid`;
      return store.all<ElicitationRow>(sql, now, process).map(toRecord);
    },
    async answer({ id, response, decision, now }) {
      const answered = store.run(
        `UPDATE elicitation SET state = ?, content = ?, decision = ?, settled_at = ?
         WHERE id = ? AND state = 'open' AND expires_at > ?`,
        stateOf[response.action],
        response.content === undefined ? null : JSON.stringify(response.content),
        decision,
        now,
        id,
        now,
      );
      return answered === 1;
    },
    async close(id, state, now) {
      const sql = "UPDATE elicitation SET state = ?, settled_at = ? WHERE id = ? AND state = 'open'";
      return store.run(sql, state, now, id) === 1;
    },
    async noteCard(id, card) {
      store.run('UPDATE elicitation SET card = ? WHERE id = ?', card, id);
    },
  };
}

const stateOf = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const;

type ElicitationRow = {
  id: string;
  recipient: string;
  tool: string;
  title: string;
  input: string;
  request: string;
  resume: string;
  conversation: string;
  person: string | null;
  place: string | null;
  held_by: string | null;
  state: ElicitationState;
  content: string | null;
  asked_at: number;
  expires_at: number;
  decision: string | null;
  card: string | null;
};

const select = `SELECT id, recipient, tool, title, input, request, resume, conversation, person, place, held_by, state,
  content, asked_at, expires_at, decision, card FROM elicitation`;

function toRecord(row: ElicitationRow): ElicitationRecord {
  return {
    id: row.id,
    recipient: row.recipient,
    tool: row.tool,
    title: row.title,
    input: JSON.parse(row.input),
    request: JSON.parse(row.request) as ElicitationRequest,
    resume: row.resume,
    conversation: row.conversation,
    ...(row.person !== null && { person: row.person }),
    ...(row.place !== null && { place: row.place }),
    ...(row.held_by !== null && { heldBy: row.held_by }),
    state: row.state,
    ...(row.content !== null && { content: JSON.parse(row.content) as NonNullable<ElicitationResponse['content']> }),
    askedAt: row.asked_at,
    expiresAt: row.expires_at,
    ...(row.decision !== null && { decision: row.decision }),
    ...(row.card !== null && { card: row.card }),
  };
}
