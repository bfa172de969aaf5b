import { basename } from 'node:path';
import type { App } from '../app.ts';
import type { Version } from '../domain.ts';
import type { ForgetRecords } from '../records/records.ts';
import { searchFiles } from '../search-files.ts';
import { recordsFile } from '../state-folder.ts';

export interface SoughtTexts {
  readonly sentences: readonly string[];
  readonly words: readonly string[];
}

export interface Place {
  readonly place: string;
  /** Absent where it could not be searched. */
  readonly found?: number;
  readonly detail?: string;
}

const sentencesEach = 20;
const wordsEach = 20;
const maxChars = 160;

/** The longest sentences and words of each version that stand in no other document, so that what is found is of this one. */
export async function textsToSeek(forgetting: ForgetRecords, document: string): Promise<SoughtTexts> {
  const texts = await forgetting.texts(document);
  const sentences = texts.flatMap((text) => longest(text.split(/(?<=[.!?])\s|[\n|]/u), sentencesEach));
  const words = texts.flatMap((text) => longest(text.match(/\p{L}{9,}/gu) ?? [], wordsEach));
  return {
    sentences: await forgetting.ownTexts(document, [...new Set(sentences)]),
    words: await forgetting.ownTexts(document, [...new Set(words)]),
  };
}

/** Looks for what is left of a document that was erased, in every place that held any of it. */
export async function searchLeft(
  app: App,
  versions: readonly Version[],
  texts: SoughtTexts,
): Promise<readonly Place[]> {
  const { sentences, words } = texts;
  const { config, records, library } = app;
  const mentions = {
    ...(await ofDocuments(records.forgetting, words)),
    ...(await records.forgetting.mentions(sentences)),
  };
  const own = basename(recordsFile(config.data));
  const escaped = sentences.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  const inFiles = (isSearched: (name: string) => boolean) => searchFiles(config.data, isSearched, escaped);
  const isOwn = (name: string) => name.startsWith(own) && !name.includes('.broken-');
  const isIndex = (name: string) => name.startsWith('keywords.sqlite') || name.startsWith('chroma/');
  return [
    { place: 'records', found: sum(mentions), ...(sum(mentions) > 0 && { detail: Object.keys(mentions).join(', ') }) },
    { place: 'bytes of the records', found: inFiles(isOwn) },
    ...(await library.traces({ versions, texts: sentences })),
    { place: 'other files of the state folder', found: inFiles((name) => !isOwn(name) && !isIndex(name)) },
  ];
}

/** A single word may well be in what people wrote, so it counts only where documents are kept. */
async function ofDocuments(forgetting: ForgetRecords, words: readonly string[]): Promise<Record<string, number>> {
  const found = Object.entries(await forgetting.mentions(words));
  return Object.fromEntries(
    found.filter(([place]) => ['texts of documents', 'passages', 'search filters'].includes(place)),
  );
}

function longest(texts: readonly string[], count: number): string[] {
  const trimmed = texts.map((text) => text.trim()).filter((text) => text.length > 8);
  return trimmed
    .toSorted((a, b) => b.length - a.length)
    .slice(0, count)
    .map((text) => text.slice(0, maxChars).toWellFormed());
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, n) => total + n, 0);
}
