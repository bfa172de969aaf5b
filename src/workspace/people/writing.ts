import type { Message, SharedFile } from '../entities.ts';
import { clearStatus } from '../statuses.ts';
import { channelOf, escapeText, messageOf, type PeopleContext, type Said, tell } from './person.ts';

export interface SayOptions {
  readonly thread?: string;
  readonly subtype?: string;
  /** Names, or files with what is in them. */
  readonly files?: readonly (string | FileToShare)[];
  /** A reply that also goes to the channel. */
  readonly broadcast?: boolean;
}

export interface FileToShare {
  readonly name: string;
  readonly mimetype: string;
  readonly content: Uint8Array | string;
}

export interface Writing {
  /** A user writes a message; `@name` mentions people. */
  say(user: string, channel: string, text: string, options?: SayOptions): Said;
  /** A user changes a message of their own. */
  edit(user: string, channel: string, ts: string, text: string): Said;
  /** A user deletes a message of their own. A thread's first message leaves a tombstone. */
  remove(user: string, channel: string, ts: string): Said;
}

export function createWriting(context: PeopleContext): Writing {
  const { state, events } = context;

  function own(user: string, channelId: string, ts: string): Message {
    channelOf(context, user, channelId);
    const message = messageOf(context, channelId, ts);
    if (message.user !== user) throw new Error(`${ts} is not a message of ${user}`);
    return message;
  }

  return {
    say(user, channelId, text, { thread, subtype, files, broadcast } = {}) {
      const channel = channelOf(context, user, channelId);
      const kind = subtype ?? (files ? 'file_share' : broadcast ? 'thread_broadcast' : undefined);
      const message: Message = {
        ts: state.nextTs(),
        channel: channelId,
        user,
        text: escapeText(context, text),
        ...(thread !== undefined && { thread }),
        ...(kind !== undefined && { subtype: kind }),
        ...(files && { files: files.map((file) => toFile(state.nextId('F'), user, file)) }),
      };
      state.messages.push(message);
      clearStatus(state, channelId, thread);
      const envelopes = events.ofMessage(message, channel);
      if (context.random() < 0.5) envelopes.reverse();
      return tell(context, envelopes, message.ts);
    },

    edit(user, channelId, ts, text) {
      const message = own(user, channelId, ts);
      const previous = { ...message };
      message.text = escapeText(context, text);
      message.edited = { user, ts: state.nextTs() };
      return tell(context, events.ofChange(message, previous, channelOf(context, user, channelId)), ts);
    },

    remove(user, channelId, ts) {
      const message = own(user, channelId, ts);
      const envelopes = events.ofDeletion({ ...message }, channelOf(context, user, channelId));
      if (state.messages.some((each) => each.channel === channelId && each.thread === ts)) {
        message.text = 'This message was deleted.';
        message.subtype = 'tombstone';
      } else state.messages.splice(state.messages.indexOf(message), 1);
      return tell(context, envelopes, ts);
    },
  };
}

const mimetypes: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  png: 'image/png',
  zip: 'application/zip',
};

function toFile(id: string, user: string, file: string | FileToShare): SharedFile {
  if (typeof file === 'string') {
    const ending = file.split('.').at(-1) ?? '';
    return {
      id,
      user,
      name: file,
      mimetype: mimetypes[ending] ?? 'application/octet-stream',
      content: new Uint8Array(),
    };
  }
  const content = typeof file.content === 'string' ? new TextEncoder().encode(file.content) : file.content;
  return { id, user, name: file.name, mimetype: file.mimetype, content };
}
