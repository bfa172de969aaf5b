import { z } from 'zod';
import type { PageAction, PageFile, PageOutcome, PagePerson, PageValue } from './page-state.ts';
import type { FileToShare } from './people/writing.ts';
import type { SlackServer } from './slack-server.ts';

const ts = z.string().regex(/^\d+\.\d{6}$/);
const id = z.string().min(1).max(300);

const action: z.ZodType<PageAction> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('say'),
    channel: id,
    thread: ts.optional(),
    text: z.string().max(40_000),
    files: z
      .array(z.strictObject({ name: z.string().min(1).max(200), base64: z.base64() }))
      .max(5)
      .optional(),
  }),
  z.strictObject({ kind: z.literal('command'), channel: id, line: z.string().max(4_000) }),
  z.strictObject({ kind: z.literal('edit'), channel: id, ts, text: z.string().min(1).max(40_000) }),
  z.strictObject({ kind: z.literal('remove'), channel: id, ts }),
  z.strictObject({
    kind: z.literal('press'),
    channel: id.optional(),
    ts: ts.optional(),
    view: id.optional(),
    actionId: id,
    blockId: id.optional(),
    value: z.string().max(2_000).optional(),
  }),
  z.strictObject({
    kind: z.literal('submit'),
    view: id,
    values: z
      .array(z.strictObject({ blockId: id, actionId: id, type: id, chosen: z.array(z.string().max(3_000)).max(100) }))
      .max(100),
  }),
  z.strictObject({ kind: z.literal('close'), view: id }),
  z.strictObject({ kind: z.literal('shortcut'), id, channel: id, ts }),
  z.strictObject({ kind: z.literal('stop'), channel: id, thread: ts }),
  z.strictObject({ kind: z.literal('open'), tab: z.enum(['home', 'messages']) }),
]);

/** What the page sends: who acts, and how. */
export const pageRequest = z.strictObject({ as: id, action });

type Acts = Pick<
  SlackServer,
  | 'state'
  | 'say'
  | 'edit'
  | 'remove'
  | 'command'
  | 'press'
  | 'submit'
  | 'closeView'
  | 'shortcut'
  | 'stop'
  | 'openHome'
  | 'openMessages'
>;

/** Does what the page asks, as the person it names. What can't be done comes back as a problem, in words. */
export function createPageActions(
  server: Acts,
  people: readonly PagePerson[],
): (request: unknown) => Promise<PageOutcome> {
  const handles = new Set([...server.state.users.values()].map(({ name }) => name));
  const written = (text: string) => withHandles(text, handles);

  async function act(me: string, done: PageAction): Promise<PageOutcome> {
    switch (done.kind) {
      case 'say': {
        const files = done.files?.map(toFile) ?? [];
        if (done.text.trim() === '' && files.length === 0) return { problem: 'There is nothing to send.' };
        const { ts } = server.say(me, done.channel, written(done.text), {
          ...(done.thread !== undefined && { thread: done.thread }),
          ...(files.length > 0 && { files }),
        });
        return { ts };
      }
      case 'command': {
        const { failed } = await server.command(me, done.channel, written(done.line));
        return problemOf(failed);
      }
      case 'edit':
        server.edit(me, done.channel, done.ts, written(done.text));
        return {};
      case 'remove':
        server.remove(me, done.channel, done.ts);
        return {};
      case 'press': {
        const { kind: _, ...press } = done;
        const { failed } = await server.press(me, press);
        return problemOf(failed);
      }
      case 'submit': {
        const { errors, failed } = await server.submit(me, done.view, byBlock(done.values));
        return { ...problemOf(failed), ...(errors !== undefined && { errors }) };
      }
      case 'close':
        await server.closeView(me, done.view);
        return {};
      case 'shortcut': {
        const { failed } = await server.shortcut(me, done.id, done.channel, done.ts);
        return problemOf(failed);
      }
      case 'stop':
        server.stop(me, done.channel, done.thread);
        return {};
      case 'open':
        if (done.tab === 'home') server.openHome(me);
        else server.openMessages(me);
        return {};
    }
  }

  return async (request) => {
    const parsed = pageRequest.safeParse(request);
    if (!parsed.success) return { problem: 'The workspace does not understand this.' };
    const { as, action: done } = parsed.data;
    if (!people.some((person) => person.id === as)) return { problem: 'Nobody of that name can be acted as.' };
    try {
      return await act(as, done);
    } catch (error) {
      return { problem: error instanceof Error ? `That can't be done: ${error.message}.` : 'That can’t be done.' };
    }
  };
}

function problemOf(failed: string | undefined): PageOutcome {
  return failed === undefined ? {} : { problem: `Bylaw did not answer this (${failed}). Try it once more.` };
}

/** Handles are lower case; people also write `@Bylaw`. */
function withHandles(text: string, handles: ReadonlySet<string>): string {
  return text.replace(/@[a-z][\w-]*/gi, (written) => {
    const handle = written.toLowerCase();
    return handles.has(handle.slice(1)) ? handle : written;
  });
}

function byBlock(values: readonly PageValue[]): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  for (const { blockId, actionId, chosen } of values) {
    found[blockId] = { ...found[blockId], [actionId]: chosen.join(',') };
  }
  return found;
}

const mimetypes: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

function toFile({ name, base64 }: PageFile): FileToShare {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return { name, mimetype: mimetypes[ending] ?? 'application/octet-stream', content: Buffer.from(base64, 'base64') };
}
