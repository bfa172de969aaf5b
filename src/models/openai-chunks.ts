import { z } from 'zod';
import { UnfinishedReplyError } from './failure.ts';

/** What a streamed chat completion said, put together. */
export interface ChatReply {
  readonly text: string;
  readonly calls: readonly ChatCall[];
  readonly finish: string;
  readonly isRefused: boolean;
  readonly usage?: ChatUsage;
}

export interface ChatCall {
  readonly id: string;
  readonly name: string;
  /** JSON, maybe cut. */
  readonly input: string;
}

/** Puts chunks together as they come. Servers differ in all that is optional, and in some that is not. */
export function createChatReply() {
  let text = '';
  let refusal = '';
  let finish: string | undefined;
  let usage: ChatUsage | undefined;
  const calls: OpenCall[] = [];

  return {
    /** Throws a `SyntaxError` for what is no chunk at all. */
    add(data: unknown): void {
      const parsed = chunkSchema.safeParse(data);
      if (!parsed.success) throw new SyntaxError('not a chat completion');
      usage = parsed.data.usage ?? usage;
      for (const { index, delta, message, finish_reason } of parsed.data.choices ?? []) {
        if ((index ?? 0) !== 0) continue;
        const said = delta ?? message;
        text += textOf(said?.content);
        refusal += said?.refusal ?? '';
        for (const fragment of said?.tool_calls ?? []) addFragment(calls, fragment);
        finish = finish_reason ?? finish;
      }
    },

    /** Throws where the reply broke off. `isClosed` says that the server ended it as one ends a whole one. */
    end(isClosed: boolean): ChatReply {
      if (finish === undefined && !isClosed) throw new UnfinishedReplyError('the reply has no finish reason');
      return {
        text: text.replace(thoughts, ''),
        calls,
        finish: finish ?? 'stop',
        isRefused: refusal !== '',
        ...(usage === undefined ? {} : { usage }),
      };
    },
  };
}

/** Some servers leave a reasoning model's thoughts in its text. */
const thoughts = /^\s*<think>[^\0]*?<\/think>\s*/;

interface OpenCall {
  index: number | undefined;
  id: string;
  name: string;
  input: string;
}

/** The index tells whose a fragment is; where it is missing or always the same, another id, or a name, begins a call. */
function addFragment(calls: OpenCall[], { index, id, function: said }: Fragment): void {
  const known = index == null ? calls.at(-1) : calls.findLast((call) => call.index === index);
  const hasOtherId = id != null && id !== '' && known !== undefined && known.id !== '' && known.id !== id;
  const begins = known === undefined || (Boolean(said?.name) && (hasOtherId || (index == null && id !== known.id)));
  const call = begins ? { index: index ?? undefined, id: '', name: '', input: '' } : known;
  if (begins) calls.push(call);
  call.id ||= id ?? '';
  call.name ||= said?.name ?? '';
  const input = said?.arguments ?? '';
  call.input += typeof input === 'string' ? input : JSON.stringify(input);
}

function textOf(content: z.infer<typeof contentSchema> | undefined): string {
  if (content == null || typeof content === 'string') return content ?? '';
  return content.map((part) => (part.type === undefined || part.type === 'text' ? (part.text ?? '') : '')).join('');
}

const contentSchema = z
  .union([z.string(), z.array(z.object({ type: z.string().optional(), text: z.string().nullish() }))])
  .nullish();

const fragmentSchema = z.object({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z
    .object({
      name: z.string().nullish(),
      arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
    })
    .nullish(),
});
type Fragment = z.infer<typeof fragmentSchema>;

const saidSchema = z
  .object({ content: contentSchema, refusal: z.string().nullish(), tool_calls: z.array(fragmentSchema).nullish() })
  .nullish();

const usageSchema = z.object({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
});
export type ChatUsage = z.infer<typeof usageSchema>;

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        index: z.number().nullish(),
        delta: saidSchema,
        message: saidSchema,
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usageSchema.nullish(),
});
