import { type CorpusDocument, createCorpusSource } from '../../../src/ingest/sources/corpus.ts';
import { describeSource } from './source-contract.ts';

describeSource('corpus', async () => {
  let [id, text] = ['hello.md', 'Hello'];
  const now = (): CorpusDocument[] => [{ id, title: 'Hello', text, tags: [] }];
  return {
    source: {
      name: 'corpus',
      list: (signal) => createCorpusSource('corpus', now()).list(signal),
      read: (file, signal) => createCorpusSource('corpus', now()).read(file, signal),
    },
    change: async (changed) => {
      text = changed;
    },
    remove: async () => {
      id = 'other.md';
    },
  };
});
