import type { Attachment } from '../../../domain.ts';
import { BylawError, messageOf } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import { failureName } from '../api.ts';
import type { SharedFile } from './ask.ts';
import type { DownloadFile } from './download.ts';

/** Turns a file into text, with what of it was not read. Throws `document_unreadable` with a reason that a person understands. */
export type ReadFile = (
  file: { readonly name: string; readonly bytes: Uint8Array },
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly notes?: readonly string[] }>;

export interface ReadAttachments {
  readonly attachments: readonly Attachment[];
  /** A sentence for each file that was not read or not to its end. */
  readonly notices: readonly string[];
}

/** Reads the files that came with a question. Never throws, unless the signal aborts. */
export type AttachmentReader = (files: readonly SharedFile[], signal: AbortSignal) => Promise<ReadAttachments>;

export const maxFileBytes = 5 * 1024 * 1024;
const maxChars = 100_000;
const maxFiles = 5;
const readable = /\.(?:txt|text|md|markdown|docx|odt|pdf|pptx|xlsx)$/i;
const shownName = 80;
const shownNotes = 3;

export function createAttachmentReader(options: {
  readonly download: DownloadFile;
  /** Absent where nothing can read files. */
  readonly readFile?: ReadFile | undefined;
  readonly log: Log;
}): AttachmentReader {
  const { download, readFile, log } = options;

  async function readOne(file: SharedFile, signal: AbortSignal) {
    if (!readable.test(file.name))
      throw unread('it is not a text, Markdown, PDF, Word, PowerPoint, Excel or OpenDocument text file');
    if (readFile === undefined) throw unread('reading files is not set up');
    if (file.url === undefined) throw unread('Slack does not say where it is');
    if ((file.size ?? 0) > maxFileBytes) throw unread('it is larger than 5 MB');
    const bytes = await download(file.url, maxFileBytes, signal);
    const { text, notes = [] } = await readFile({ name: file.name.replace(/^.*[/\\]/, ''), bytes }, signal);
    if (text.trim() === '') throw unread('it has no text');
    return { attachment: { name: file.name, text: text.slice(0, maxChars), isCut: text.length > maxChars }, notes };
  }

  return async (files, signal) => {
    const attachments: Attachment[] = [];
    const notices: string[] = [];
    for (const [at, file] of files.entries()) {
      try {
        if (at >= maxFiles) throw unread(`I read ${maxFiles} files at most`);
        const { attachment, notes } = await readOne(file, signal);
        attachments.push(attachment);
        if (attachment.isCut) notices.push(`I have read only the beginning of “${short(file.name)}”.`);
        if (notes.length > 0) notices.push(`About “${short(file.name)}”: ${notes.slice(0, shownNotes).join('; ')}.`);
      } catch (error) {
        signal.throwIfAborted();
        log.info('slack.file_unread', { failure: error instanceof BylawError ? error.code : failureName(error) });
        const reason = error instanceof BylawError ? messageOf(error) : 'something went wrong while I read it';
        notices.push(`I have not read “${short(file.name)}”: ${reason}.`);
      }
    }
    return { attachments, notices };
  };
}

function unread(reason: string): BylawError {
  return new BylawError('document_unreadable', reason);
}

function short(name: string): string {
  return name.length > shownName ? `${name.slice(0, shownName)}…` : name;
}
