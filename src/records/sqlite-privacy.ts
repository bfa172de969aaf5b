import type { Erased, PrivacyRecords } from './records.ts';
import { overwriteErased, type RewritableTable } from './sqlite-overwrite.ts';
import type { SqliteStore } from './sqlite-store.ts';

export function createPrivacyRecords(store: SqliteStore): PrivacyRecords {
  return {
    async eraseBefore(before) {
      const erased = store.transaction(() => eraseBefore(store, before));
      if (Object.values(erased).some((n) => n > 0)) overwriteErased(store, ownTables);
      return erased;
    },
    async heldOf(person) {
      return store.transaction(() => countOf(store, person));
    },
    async forgetPerson(person, by, now) {
      const erased = store.transaction(() => {
        const forgotten = forget(store, person);
        store.run('INSERT INTO erasure (at, erased_by, erased) VALUES (?, ?, ?)', now, by, JSON.stringify(forgotten));
        return forgotten;
      });
      overwriteErased(store, ownTables);
      return erased;
    },
    async erasures() {
      const rows = store.all<{ at: number; by: string; erased: string }>(
        'SELECT at, erased_by AS by, erased FROM erasure ORDER BY at DESC, key DESC',
      );
      return rows.map(({ at, by, erased }) => ({ at, by, erased: JSON.parse(erased) as Erased }));
    },
  };
}

const ownTables: readonly RewritableTable[] = [
  'question',
  'conversation',
  'participant',
  'answer',
  'ledger',
  'approval',
  'feedback',
  'memory',
];

/** A question between its answer and the delivery, or one that waits for a person's yes. */
const answerIsUnderWay = `
id IN (SELECT answer_id FROM question WHERE state = 'claimed')
OR conversation IN (SELECT conversation FROM approval WHERE state = 'open')
OR conversation IN (SELECT conversation FROM elicitation WHERE state = 'open')`;

function eraseBefore(store: SqliteStore, before: number): Erased {
  const erase = (sql: string) => store.run(sql, before);
  const answers = erase(`DELETE FROM answer WHERE at < ? AND NOT coalesce(${answerIsUnderWay}, 0)`);
  // An open turn has no answer yet; writing its snapshot has made the conversation young.
  const conversations = erase(
    `DELETE FROM conversation WHERE updated_at < ?1
     AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.conversation = conversation.id)
     AND NOT EXISTS (SELECT 1 FROM approval WHERE approval.conversation = conversation.id AND state = 'open')
     AND NOT EXISTS (SELECT 1 FROM elicitation e WHERE e.conversation = conversation.id AND e.state = 'open')`,
  );
  store.run('DELETE FROM participant WHERE conversation NOT IN (SELECT id FROM conversation)');
  erase("DELETE FROM ledger WHERE state = 'done' AND done_at < ?");
  erase('DELETE FROM watched_ticket WHERE changed_at < ?');
  return {
    answers,
    conversations,
    questions: erase('DELETE FROM question WHERE finished_at < ?'),
    feedback: erase('DELETE FROM feedback WHERE at < ?'),
    approvals:
      erase("DELETE FROM approval WHERE state <> 'open' AND settled_at < ?") +
      erase("DELETE FROM elicitation WHERE state <> 'open' AND settled_at < ?"),
    memories: 0,
    connectorCalls: eraseCalls(store, 'at < ?', before),
    signIns: 0,
  };
}

/** Answers of the person, and those that name nobody in conversations that nobody else took part in. */
const ownAnswer = `
person = ?1 OR (person IS NULL AND conversation IN (SELECT conversation FROM participant
  GROUP BY conversation HAVING min(person) = ?1 AND max(person) = ?1))`;

/** What is stored of a person, by table. */
const own = {
  memory: 'person = ?1',
  feedback: 'person = ?1',
  answer: ownAnswer,
  approval: 'person = ?1',
  elicitation: 'person = ?1',
  conversation: `id IN (SELECT conversation FROM participant WHERE person = ?1
    UNION SELECT conversation FROM answer WHERE person = ?1
    UNION SELECT conversation FROM approval WHERE person = ?1)`,
  // A chat writes into its claim who asked, in a form of its own.
  connector_call: 'person = ?1',
  credential: "person = ?1 AND kind = 'tokens'",
  question: `answer_id IN (SELECT id FROM answer WHERE ${ownAnswer})
    OR CASE WHEN json_valid(payload) THEN EXISTS (SELECT 1 FROM json_tree(payload) WHERE atom = ?1) END`,
} as const;

function countOf(store: SqliteStore, person: string): Erased {
  const count = (table: keyof typeof own) =>
    store.get<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${own[table]}`, person)?.n ?? 0;
  return tally(count);
}

function forget(store: SqliteStore, person: string): Erased {
  const erase = (table: keyof typeof own) =>
    table === 'connector_call'
      ? eraseCalls(store, own[table], person)
      : store.run(`DELETE FROM ${table} WHERE ${own[table]}`, person);
  const conversations = `SELECT id FROM conversation WHERE ${own.conversation}`;
  store.run(`DELETE FROM ledger WHERE state = 'done' AND conversation IN (${conversations})`, person);
  const erased = tally(erase);
  store.run('DELETE FROM participant WHERE person = ? OR conversation NOT IN (SELECT id FROM conversation)', person);
  store.run('UPDATE approval SET decided_by = NULL WHERE decided_by = ?', person);
  store.run('UPDATE connector_call SET approver = NULL WHERE approver = ?', person);
  store.run('DELETE FROM watched_ticket WHERE person = ?', person);
  store.run('DELETE FROM credential WHERE person = ?', person);
  store.run('DELETE FROM sign_in WHERE person = ?', person);
  return erased;
}

function eraseCalls(store: SqliteStore, condition: string, value: string | number): number {
  const erased = store.run(`DELETE FROM connector_call WHERE ${condition}`, value);
  store.run('DELETE FROM connector_result WHERE call NOT IN (SELECT id FROM connector_call)');
  return erased;
}

function tally(of: (table: keyof typeof own) => number): Erased {
  // In this order, since questions and conversations are found through the answers.
  const questions = of('question');
  const conversations = of('conversation');
  const answers = of('answer');
  return {
    answers,
    conversations,
    questions,
    feedback: of('feedback'),
    approvals: of('approval') + of('elicitation'),
    memories: of('memory'),
    connectorCalls: of('connector_call'),
    signIns: of('credential'),
  };
}
