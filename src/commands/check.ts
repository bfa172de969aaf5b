import { readdirSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { checkFolder } from '../checking/check-folder.ts';
import { type Requirable, requirable } from '../checking/check-metadata.ts';
import type { CheckedDocument, Finding } from '../checking/finding.ts';
import { BylawError } from '../errors.ts';
import { chunk } from '../ingest/chunk.ts';
import { mergeMetadata } from '../ingest/draft-version.ts';
import { createIsolatedParser, type IsolatedParser } from '../ingest/isolated-parser.ts';
import { decodeText } from '../ingest/parsers/decode-text.ts';
import { supportedExtensions } from '../ingest/parsers/parse-file.ts';
import { createFolderSource } from '../ingest/sources/folder.ts';
import { withFolderRules } from '../ingest/sources/folder-rules.ts';
import type { Source, SourceFile } from '../ingest/sources/source.ts';
import { printable } from '../printable.ts';
import { type Command, type CommandContext, type ExitStatus, printJson, textOption } from './command.ts';
import { bar, createProgressLine } from './progress.ts';

export const checkCommand: Command = {
  name: 'check',
  summary: 'Check a folder of policies for what would make answers wrong.',
  usage: 'DIR',
  words: { min: 1, max: 1 },
  options: [
    {
      name: 'require',
      value: 'FIELDS',
      help: `what every document must say, such as owner,review (${requirable.join(', ')})`,
    },
    { name: 'strict', help: 'give status 1 for warnings too' },
  ],
  details: `Reads the files as the index would and reports by file and line: files that can't be read, metadata that is missing,
impossible or past its date, broken links between the files (addresses on the web are not fetched), tables that are read
otherwise than they look, copies, and sentences that contradict each other. Nothing is indexed or sent anywhere. A folder
that stands under sources in bylaw.yaml is read with what is said of it there: include, exclude and rules.
A comment <!-- bylaw-ok: conflict --> on the line, or the one above, accepts what is found there.
Status 1 if there are errors, so that a handbook's own checks can call it. Example: check policies --require owner,review
With --json: {documents, errors, warnings, findings: [{path, line?, severity, check, message}]}.`,
  run: async (context) => {
    const folder = resolve(context.cwd, context.words[0] ?? '.');
    const required = requiredFields(textOption(context, 'require'));
    const { documents, unreadable } = await readFolder(folder, context);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: context.config.timezone }).format(new Date());
    const found = checkFolder({ documents, paths: pathsBelow(folder), today }, unreadable, {
      required,
      roles: context.config.roles,
    });
    const [errors, warnings] = ['error', 'warning'].map(
      (severity) => found.filter((each) => each.severity === severity).length,
    );
    const total = documents.length + unreadable.length;
    if (context.json) printJson(context, { documents: total, errors, warnings, findings: found });
    else context.stdout.write(printable(report(found, total, errors ?? 0, warnings ?? 0)));
    const fails = (errors ?? 0) > 0 || (context.options.strict === true && (warnings ?? 0) > 0);
    return fails ? 1 : (0 satisfies ExitStatus);
  },
};

function requiredFields(list: string | undefined): readonly Requirable[] {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.map((name) => {
    const field = requirable.find((each) => each === name);
    if (field !== undefined) return field;
    throw new BylawError('usage', `--require ${name}: must be among ${requirable.join(', ')}`);
  });
}

interface FolderReading {
  readonly documents: readonly CheckedDocument[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

async function readFolder(folder: string, context: CommandContext): Promise<FolderReading> {
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

/** Hidden ones left out, as the index does. */
function pathsBelow(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(entries.map((path) => path.split(sep).join('/')).filter((path) => !/(?:^|\/)\./.test(path)));
}

function report(findings: readonly Finding[], documents: number, errors: number, warnings: number): string {
  const lines = findings.map(({ path, line, severity, check, message }) => {
    const place = line === undefined ? path : `${path}:${line}`;
    return `${place}: ${severity}: ${message} (${check})`;
  });
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
  const sum = `${count(documents, 'document')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}.`;
  return [...lines, ...(lines.length > 0 ? [''] : []), sum, ''].join('\n');
}
