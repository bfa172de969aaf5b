import { createHash } from 'node:crypto';
import { BylawError } from '../../errors.ts';
import type { Source } from './source.ts';

export interface CorpusDocument {
  readonly id: string;
  readonly title: string;
  /** Structured text, stored as it is, so that offsets into it stay true. */
  readonly text: string;
  readonly section?: string;
  readonly tags: readonly string[];
}

/** Documents that are in memory already, such as an evaluation's corpus. */
export function createCorpusSource(name: string, documents: readonly CorpusDocument[]): Source {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const files = [...byId.values()].map(({ id, title, text, section, tags }) => ({
    path: id,
    stamp: createHash('sha256')
      .update(JSON.stringify([title, text, section, tags]))
      .digest('hex'),
    metadata: { title, tags },
    section,
    structured: true,
  }));
  return {
    name,
    list: async () => ({ files, skipped: [] }),
    read: async ({ path }) => {
      const document = byId.get(path);
      if (document === undefined) throw new BylawError('document_unreadable', `${path} is not in the corpus`);
      return Buffer.from(document.text, 'utf8');
    },
  };
}
