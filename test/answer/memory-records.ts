import type {
  AnswerRecord,
  AnswerRecords,
  ApprovalRecord,
  ApprovalRecords,
  ConversationRecords,
  LedgerEntry,
  MemoryRecords,
  SpendRecords,
  WriteLedger,
} from '../../src/records/records.ts';

/** What a store holds, outliving those that use it. */
export interface Stored {
  readonly conversations: Map<string, string>;
  readonly answers: Map<string, AnswerRecord>;
  readonly ledger: Map<string, LedgerEntry>;
  readonly approvals: Map<string, ApprovalRecord>;
  readonly spend: Map<string, number>;
  /** The last id that was given. */
  readonly ids: { last: number };
}

export function newStored(): Stored {
  return {
    conversations: new Map(),
    answers: new Map(),
    ledger: new Map(),
    approvals: new Map(),
    spend: new Map(),
    ids: { last: 0 },
  };
}

export function createConversations(snapshots: Map<string, string>): ConversationRecords {
  return {
    get: async (id) => snapshots.get(id),
    put: async (id, snapshot) => void snapshots.set(id, snapshot),
  };
}

export function createAnswers(answers: Map<string, AnswerRecord>): AnswerRecords {
  return {
    put: async (record) => void answers.set(record.answer.id, structuredClone(record)),
    get: async (id) => answers.get(id),
    list: async () => [...answers.values()].toReversed(),
    count: async () => ({}),
    citations: async () => new Map(),
  };
}

export function createLedger(entries: Map<string, LedgerEntry>): WriteLedger {
  return {
    get: async (key) => entries.get(key),
    begin: async (key) => {
      if (entries.has(key)) return false;
      entries.set(key, { state: 'started' });
      return true;
    },
    finish: async (key, result) => void entries.set(key, { state: 'done', result }),
  };
}

export function createApprovals(rows: Map<string, ApprovalRecord>): ApprovalRecords {
  const openOnes = () => [...rows.values()].filter(({ state }) => state === 'open');
  return {
    ask: async (record) => {
      if (!rows.has(record.id)) rows.set(record.id, { ...structuredClone(record), state: 'open' });
    },
    get: async (id) => rows.get(id),
    open: async (conversation) => openOnes().filter((row) => row.conversation === conversation),
    due: async (now) => openOnes().filter(({ expiresAt }) => expiresAt <= now),
    decide: async ({ id, argsHash, state, decision, by, now }) => {
      const row = rows.get(id);
      if (row?.state !== 'open' || row.argsHash !== argsHash || row.expiresAt <= now) return false;
      rows.set(id, { ...row, state, decision, decidedBy: by, decidedAt: now });
      return true;
    },
    close: async (id, state) => {
      const row = rows.get(id);
      if (row?.state !== 'open') return false;
      rows.set(id, { ...row, state });
      return true;
    },
    noteCard: async (id, card) => {
      const row = rows.get(id);
      if (row) rows.set(id, { ...row, card });
    },
  };
}

export function createSpend(days: Map<string, number>): SpendRecords {
  return {
    add: async (day, usd) => void days.set(day, (days.get(day) ?? 0) + usd),
    on: async (day) => days.get(day) ?? 0,
  };
}

export function createMemories(files: Map<string, string> = new Map()): MemoryRecords {
  const key = (person: string, path: string) => `${person}\n${path}`;
  const within = (person: string, path: string) =>
    [...files.keys()].filter((name) => name === key(person, path) || name.startsWith(`${key(person, path)}/`));
  return {
    list: async (person) =>
      [...files]
        .filter(([name]) => name.startsWith(`${person}\n`))
        .map(([name, text]) => ({ path: name.slice(person.length + 1), chars: text.length, at: 0 }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    read: async (person, path) => files.get(key(person, path)),
    write: async (person, path, text) => void files.set(key(person, path), text),
    remove: async (person, path) => {
      const names = within(person, path);
      for (const name of names) files.delete(name);
      return names.length;
    },
    rename: async (person, from, to) => {
      const names = within(person, from);
      if (names.length === 0 || within(person, to).length > 0) return false;
      for (const name of names) {
        files.set(key(person, to) + name.slice(key(person, from).length), files.get(name) ?? '');
        files.delete(name);
      }
      return true;
    },
    clear: async (person) => {
      const names = [...files.keys()].filter((name) => name.startsWith(`${person}\n`));
      for (const name of names) files.delete(name);
      return names.length;
    },
  };
}
