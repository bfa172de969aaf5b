// Indexes a folder with LangChain.js as its documentation shows. It is copied to where LangChain.js is installed, apart
// from this project's packages, and run there.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { Chroma } from '@langchain/community/vectorstores/chroma';
import { Document } from '@langchain/core/documents';
import { Embeddings } from '@langchain/core/embeddings';
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { ChromaClient } from 'chromadb';

const [folder, port, batch, vectorModule, again] = process.argv.slice(2);
const { dimension, standInVector } = await import(vectorModule);

class StandInEmbeddings extends Embeddings {
  constructor() {
    super({});
  }
  async embedDocuments(texts) {
    return texts.map((text) => Array.from(standInVector(text)));
  }
  async embedQuery(text) {
    return Array.from(standInVector(text));
  }
}

const began = performance.now();
const index = new ChromaClient({ host: '127.0.0.1', port: Number(port), ssl: false });
const collectionName = 'handbook';
// Without a record manager nothing tells what is new, so that an update is everything once more.
if (again === 'again') await index.deleteCollection({ name: collectionName });
const store = new Chroma(new StandInEmbeddings(), {
  index,
  collectionName,
  numDimensions: dimension,
  collectionMetadata: { 'hnsw:space': 'cosine' },
});

const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
const documents = [];
for (let from = 0; from < files.length; from += 50) {
  const read = async (source) => new Document({ pageContent: await readFile(source, 'utf8'), metadata: { source } });
  documents.push(...(await Promise.all(files.slice(from, from + 50).map(read))));
}
const readAt = performance.now();
const splitter = new RecursiveCharacterTextSplitter({ chunkSize: 400, chunkOverlap: 50 });
const pieces = await splitter.splitDocuments(documents);
const splitAt = performance.now();
for (let from = 0; from < pieces.length; from += Number(batch)) {
  await store.addDocuments(pieces.slice(from, from + Number(batch)));
}
const ended = performance.now();
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    documents: documents.length,
    pieces: pieces.length,
    seconds: (ended - began) / 1000,
    parts: {
      reading: (readAt - began) / 1000,
      splitting: (splitAt - readAt) / 1000,
      writing: (ended - splitAt) / 1000,
    },
    cpuSeconds: (user + system) / 1e6,
    memoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
