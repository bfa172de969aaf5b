import type { App } from '../app.ts';
import type { Version } from '../domain.ts';
import { printable } from '../printable.ts';
import type { FoundDocument, HeldOfDocument } from '../records/records.ts';
import { allowForgotten } from './allow-forgotten.ts';
import { type Command, type CommandContext, type ExitStatus, printJson } from './command.ts';
import { confirmErasing } from './confirm-erasing.ts';
import { pickDocument } from './pick-document.ts';
import { type Place, searchLeft, textsToSeek } from './prove-erased.ts';
import { withApp } from './running-app.ts';
import { userName } from './surroundings.ts';

export const forgetCommand: Command = {
  name: 'forget',
  summary: 'Erase a document everywhere, and prove it.',
  usage: 'DOCUMENT',
  words: { min: 1, max: 1 },
  options: [
    { name: 'yes', help: 'erase without asking' },
    { name: 'undo', help: 'let a file that holds what was forgotten be read again' },
  ],
  details: `DOCUMENT is its path, file name, title or id. Erased are all its versions with their passages and vectors, what recorded
answers quote of it, and conversations in which it was read. Afterwards its longest sentences are looked for in the records,
the keyword index, the vector store and the bytes of their files, and what was found is printed for each. The file itself is
yours: where it is still in its source that is said, and as long as its content is the same it is not read again (only a hash
of it is kept); --undo lets it back. What was posted in the chat, what a language model was sent, and backups, are not touched.
With --json (needs --yes): {document, by, erased: {versions, passages, answers, conversations}, left: [{place, found?, detail?}],
isListed?, sameText: [document]}. Exit status 1 if something is left.`,
  run: async (context) =>
    withApp<ExitStatus>(context, async (app) => {
      const reference = (context.words[0] ?? '').trim();
      if (context.options.undo === true) return await allowForgotten(app, context, reference);
      const { documents, forgetting } = app.records;
      const document = await pickDocument(reference, documents);
      const held = await forgetting.heldOf(document.document);
      const say = (text: string) => {
        if (!context.json) context.stdout.write(printable(text));
      };
      if (context.options.yes !== true) {
        say(`Stored of ${document.document} (${document.title}):\n${list(held)}`);
        if (!(await confirmErasing(context))) {
          say('Nothing was erased.\n');
          return 0;
        }
      }
      return await forget(app, context, document, held, say);
    }),
};

async function forget(
  app: App,
  context: CommandContext,
  { document, source, path }: FoundDocument,
  erased: HeldOfDocument,
  say: (text: string) => void,
): Promise<ExitStatus> {
  const { documents, forgetting } = app.records;
  const versions = await documents.history(document);
  const texts = await textsToSeek(forgetting, document);
  const sameText = await othersLike(app, document, versions);
  const by = userName();
  await app.sync.forget(document, by);
  say(`Erased of ${document}:\n${list(erased)}`);
  const left = await searchLeft(app, versions, texts);
  const isListed = await app.sync.lists({ source, path }, context.signal);
  const { pending } = await app.library.embedPending({ signal: context.signal });
  if (context.json)
    printJson(context, { document, by, erased, left, ...(isListed !== undefined && { isListed }), sameText });
  say(
    `\nLooked for ${texts.sentences.length} of its sentences and ${texts.words.length} of its words:\n${report(left)}`,
  );
  if (pending > 0) say(`${pending} other documents still wait for their vectors: run bylaw index.\n`);
  if (sameText.length > 0) say(`The same text is also in ${sameText.join(', ')}, which was not touched.\n`);
  if (isListed !== false) say(stillListed(path, source, isListed));
  const remains = left.filter(({ found }) => found !== 0);
  if (remains.length === 0) {
    say(`Nothing of it is left. Noted as done by ${by}.\n`);
    return 0;
  }
  say(
    `Not proven to be gone: ${remains.map(({ place }) => place).join(', ')}. Stop the bot if it runs, and run this again.\n`,
  );
  return 1;
}

/** Other documents with a version of the very same content. */
async function othersLike(app: App, document: string, versions: readonly Version[]): Promise<string[]> {
  const hashes = new Set(versions.flatMap(({ contentHash }) => contentHash ?? []));
  const kept = await app.records.documents.kept();
  const same = kept.filter((version) => version.document !== document && hashes.has(version.contentHash ?? ''));
  return [...new Set(same.map((version) => version.document))];
}

function stillListed(path: string, source: string, isListed: boolean | undefined): string {
  if (isListed === undefined)
    return `Whether ${path} is still in ${source} could not be seen: the source can't be read now.\n`;
  return `${path} is still in ${source}: delete it there or exclude it. As it is it will not be read again, but a changed one would be.\n`;
}

const names: readonly (readonly [keyof HeldOfDocument, string, string])[] = [
  ['versions', 'version', 'versions'],
  ['passages', 'passage', 'passages'],
  ['answers', 'answer that quotes or found it', 'answers that quote or found it'],
  ['conversations', 'conversation in which it was read', 'conversations in which it was read'],
];

function list(counts: HeldOfDocument): string {
  const width = Math.max(...Object.values(counts).map((n) => String(n).length));
  return names
    .map(([key, one, more]) => `  ${String(counts[key]).padStart(width)} ${counts[key] === 1 ? one : more}\n`)
    .join('');
}

function report(left: readonly Place[]): string {
  const width = Math.max(...left.map(({ place }) => place.length));
  return left
    .map(({ place, found, detail }) => {
      const said = [found === undefined ? 'not searched' : `${found} found`, ...(detail === undefined ? [] : [detail])];
      return `  ${place.padEnd(width)}  ${said.join(': ')}\n`;
    })
    .join('');
}
