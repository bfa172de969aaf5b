import { readdirSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { CheckedDocument } from '../checking/finding.ts';
import { BylawError } from '../errors.ts';
import { chunk } from '../ingest/chunk.ts';
import { mergeMetadata } from '../ingest/draft-version.ts';
import { createIsolatedParser, type IsolatedParser } from '../ingest/isolated-parser.ts';
import { decodeText } from '../ingest/parsers/decode-text.ts';
import { supportedExtensions } from '../ingest/parsers/parse-file.ts';
import { createFolderSource } from '../ingest/sources/folder.ts';
import { withFolderRules } from '../ingest/sources/folder-rules.ts';
import type { Source, SourceFile } from '../ingest/sources/source.ts';
import type { CommandContext } from './command.ts';
import { bar, createProgressLine } from './progress.ts';

export interface FolderReading {
  readonly documents: readonly CheckedDocument[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** Reads a folder as the index would, with a line of progress. */
export async function readFolder(folder: string, context: CommandContext): Promise<FolderReading> {
  const { parsing, chunks } = context.config;
  const maxBytes = parsing.maxFileMb * 1024 * 1024;
  const source = openFolder(folder, maxBytes, context);
  const parser = createIsolatedParser({
    timeoutMs: parsing.timeoutSeconds * 1000,
    maxMemoryMb: parsing.maxMemoryMb,
    maxBytes,
  });
  const progress = createProgressLine(context.stderr);
  try {
    const { files, skipped } = await source.list(context.signal);
    if (files.length === 0 && skipped.length === 0) {
      throw new BylawError('usage', `${folder} holds no documents: supported are ${supportedExtensions.join(', ')}`);
    }
    const documents: CheckedDocument[] = [];
    const unreadable = skipped.map(({ path, reason }) => ({ path, reason }));
    for (const [n, file] of files.entries()) {
      try {
        documents.push(await readOne(file, await source.read(file, context.signal), parser, chunks, context.signal));
      } catch (error) {
        if (!(error instanceof BylawError) || error.code !== 'document_unreadable') throw error;
        unreadable.push({ path: file.path, reason: error.message });
      }
      progress.show(`Reading ${bar(n + 1, files.length)}`);
    }
    return { documents, unreadable };
  } finally {
    progress.end();
    await parser.stop();
  }
}

/** With the settings of the configured source where there is one for this folder. */
function openFolder(folder: string, maxBytes: number, { config }: CommandContext): Source {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new BylawError('usage', `cannot read the folder ${folder}: name a folder that holds policies`);
  const configured = config.sources.find((source) => source.kind === 'folder' && source.folder === folder);
  const { include, exclude, rules = [] } = configured ?? {};
  return withFolderRules(
    createFolderSource({
      ...{ name: 'check', folder, extensions: supportedExtensions, maxBytes, now: Date.now },
      ...(include && { include }),
      ...(exclude && { exclude }),
    }),
    rules,
  );
}

async function readOne(
  { path, metadata: known, onlyFor }: SourceFile,
  bytes: Uint8Array,
  parser: IsolatedParser,
  chunks: CommandContext['config']['chunks'],
  signal: AbortSignal,
): Promise<CheckedDocument> {
  const parsed = await parser.parse({ path, bytes }, signal);
  const { text, notes, pageStarts } = parsed;
  const metadata = mergeMetadata(parsed, known, onlyFor);
  const passages = chunk({ text, title: metadata.title, ...(pageStarts && { pageStarts }) }, chunks);
  const isText = /\.(?:md|markdown|txt|text|html?|adoc|asciidoc)$/i.test(path);
  const source = isText
    ? decodeText(bytes)
        .text.replace(/^\uFEFF/, '')
        .replace(/\r\n?/g, '\n')
    : undefined;
  return { path, text, metadata, notes, passages, ...(source !== undefined && { source }) };
}

/** Of every file below a folder, documents or not; hidden ones left out, as the index does. */
export function pathsBelow(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(entries.map((path) => path.split(sep).join('/')).filter((path) => !/(?:^|\/)\./.test(path)));
}
