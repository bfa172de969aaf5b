import type { Answer } from '../domain.ts';
import type { ForgetRecords, HeldOfDocument } from './records.ts';
import { noteErasure, rewriteIfNoted } from './sqlite-overwrite.ts';
import { forgetIfEmpty } from './sqlite-stage.ts';
import type { SqliteStore } from './sqlite-store.ts';

/** Put where the text of an answer stood that quoted what was erased. */
export const erasedText = 'This answer quoted a document that has been erased since.';

export function createForgetRecords(store: SqliteStore, now: () => number): ForgetRecords {
  return {
    heldOf: async (document) => store.transaction(() => countOf(store, document)),
    async texts(document) {
      const rows = store.all<{ text: string }>(
        `SELECT c.text FROM content c JOIN version v ON v.key = c.version JOIN document d ON d.key = v.document
         WHERE d.id = ? ORDER BY v.number`,
        document,
      );
      return rows.map(({ text }) => text);
    },
    async ownTexts(document, texts) {
      const rows = store.all<{ text: string }>(
        `SELECT value AS text FROM json_each(?) WHERE NOT EXISTS (
           SELECT 1 FROM content c JOIN version v ON v.key = c.version JOIN document d ON d.key = v.document
           WHERE d.id <> ? AND instr(c.text, value) > 0)`,
        JSON.stringify(texts),
        document,
      );
      return rows.map(({ text }) => text);
    },
    async forget(document, by) {
      const held = store.transaction(() => {
        const counted = countOf(store, document);
        erase(store, document, { by, at: now() });
        noteErasure(store, by, now());
        return counted;
      });
      rewriteIfNoted(store);
      return held;
    },
    finish: async () => rewriteIfNoted(store),
    async forgotten(contentHash) {
      const row = store.get<{ at: number; by: string }>(
        'SELECT at, forgotten_by AS by FROM forgotten WHERE content_hash = ?',
        contentHash,
      );
      return row && { ...row };
    },
    async allow(contentHash) {
      return store.run('DELETE FROM forgotten WHERE content_hash = ?', contentHash) > 0;
    },
    async mentions(texts) {
      const found: Record<string, number> = {};
      for (const [name, sql] of Object.entries(columns)) {
        const count = store.get<{ n: number }>(
          `SELECT count(*) AS n FROM (${sql}) WHERE EXISTS (SELECT 1 FROM json_each(?) WHERE instr(text, value) > 0)`,
          JSON.stringify(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])),
        )?.n;
        if (count !== undefined && count > 0) found[name] = count;
      }
      return found;
    },
  };
}

/** Wherever text of a document may have come to, by what people would call it. */
const columns: Readonly<Record<string, string>> = {
  'texts of documents': 'SELECT text FROM content UNION ALL SELECT metadata FROM version',
  passages: "SELECT headings || coalesce(lead, '') AS text FROM passage",
  'search filters': 'SELECT value AS text FROM facet',
  answers: 'SELECT answer AS text FROM answer',
  conversations: 'SELECT snapshot AS text FROM conversation',
  'questions waiting for an answer': 'SELECT payload AS text FROM question',
  'results of tools':
    "SELECT coalesce(result, '') AS text FROM ledger UNION ALL SELECT text FROM connector_result " +
    'UNION ALL SELECT args FROM connector_call',
  'requests for approval': 'SELECT input AS text FROM approval',
  'what was to be remembered': 'SELECT text FROM memory',
};

/** Takes what recorded answers show of documents that are gone out of them, as far as it only was offered beside. */
export function dropPreviews(store: SqliteStore, documents: readonly string[]): void {
  const gone = new Set(documents);
  const rows = store.all<{ id: string; answer: string }>(
    `SELECT id, answer FROM answer WHERE EXISTS (
       SELECT 1 FROM json_each(answer, '$.passages') AS shown
       WHERE shown.value ->> 'document' IN (SELECT value FROM json_each(?)))`,
    JSON.stringify(documents),
  );
  for (const { id, answer: json } of rows) {
    const answer = JSON.parse(json) as Answer;
    const passages = answer.passages.filter(({ document }) => !gone.has(document));
    store.run('UPDATE answer SET answer = ? WHERE id = ?', JSON.stringify({ ...answer, passages }), id);
  }
}

type AnswerRow = { id: string; answer: string; retrieved: string };

function countOf(store: SqliteStore, document: string): HeldOfDocument {
  const versions = store.get<{ versions: number; passages: number }>(
    `SELECT count(*) AS versions, coalesce(sum(v.passages), 0) AS passages
     FROM version v JOIN document d ON d.key = v.document WHERE d.id = ?`,
    document,
  );
  return {
    versions: versions?.versions ?? 0,
    passages: versions?.passages ?? 0,
    answers: answersWith(store, document).length,
    conversations: conversationsWith(store, document).length,
  };
}

function answersWith(store: SqliteStore, document: string): AnswerRow[] {
  const name = JSON.stringify(document).slice(1, -1);
  const rows = store.all<AnswerRow>(
    'SELECT id, answer, retrieved FROM answer WHERE instr(answer, ?1) > 0 OR instr(retrieved, ?1) > 0',
    name,
  );
  return rows.filter(({ answer, retrieved }) => {
    const { citations, passages, named = [] } = JSON.parse(answer) as Answer;
    const ids = JSON.parse(retrieved) as string[];
    const isShown = [...citations, ...passages].some((item) => item.document === document);
    return isShown || named.some(isOf(document)) || ids.some(isOf(document));
  });
}

function conversationsWith(store: SqliteStore, document: string): string[] {
  const place = JSON.stringify(`policy://${document}@`).slice(1, -1);
  const rows = store.all<{ id: string }>('SELECT id FROM conversation WHERE instr(snapshot, ?) > 0', place);
  return rows.map(({ id }) => id);
}

function erase(store: SqliteStore, document: string, note: { readonly at: number; readonly by: string }): void {
  for (const row of answersWith(store, document)) {
    const answer = withoutDocument(JSON.parse(row.answer) as Answer, document);
    const retrieved = (JSON.parse(row.retrieved) as string[]).filter((id) => !isOf(document)(id));
    store.run(
      'UPDATE answer SET answer = ?, retrieved = ? WHERE id = ?',
      JSON.stringify(answer),
      JSON.stringify(retrieved),
      row.id,
    );
  }
  // What was said about it can't be told apart from what it says.
  for (const id of conversationsWith(store, document)) {
    store.run("DELETE FROM ledger WHERE state = 'done' AND conversation = ?", id);
    store.run('DELETE FROM participant WHERE conversation = ?', id);
    store.run('DELETE FROM conversation WHERE id = ?', id);
  }
  const row = store.get<{ key: number }>('SELECT key FROM document WHERE id = ?', document);
  if (row === undefined) return;
  store.run(
    `INSERT OR REPLACE INTO forgotten (content_hash, at, forgotten_by)
     SELECT DISTINCT content_hash, ?, ? FROM version WHERE document = ?`,
    note.at,
    note.by,
    row.key,
  );
  store.run('DELETE FROM version WHERE document = ?', row.key);
  store.run('UPDATE document SET stamp = NULL, fingerprint = NULL, failure = NULL WHERE key = ?', row.key);
  forgetIfEmpty(store, row.key);
}

function withoutDocument(answer: Answer, document: string): Answer {
  const citations = answer.citations.filter((citation) => citation.document !== document);
  const passages = answer.passages.filter((passage) => passage.document !== document);
  // Suggestions and remarks are made of what was found, the text of an answer of what it cites.
  const { followUps: _, remarks: __, notice: ___, named: ____, ...rest } = answer;
  if (citations.length === answer.citations.length) return { ...rest, citations, passages };
  const kept = citations.filter((citation) => !citation.document.startsWith('script:'));
  return { ...rest, text: erasedText, citations: kept, passages };
}

/** For ids of versions and of passages. */
function isOf(document: string): (id: string) => boolean {
  return (id) => id.slice(0, id.lastIndexOf('@')) === document;
}
