import { z } from 'zod';
import type { AnsweredElicitations } from '../../elicitation.ts';
import { InputRequired } from '../../elicitation.ts';
import { UncertainError } from '../../errors.ts';
import type { ElicitAnswer, ElicitRequest, RemoteCall, RemoteResult } from '../mcp-connection.ts';
import type { Timers } from '../timers.ts';
import { type HeldCall, holdCall } from './held-call.ts';
import { whyDeclined } from './why-declined.ts';

export interface InputCall {
  readonly connector: string;
  /** Who receives the answers, as people are told. */
  readonly recipient: string;
  readonly call: Omit<RemoteCall, 'answers' | 'onElicit'>;
  /** Sends the call; also again with what people answered. */
  readonly send: (call: RemoteCall) => Promise<RemoteResult>;
  /** Whether the server speaks the revision without sessions, in which a call ends with its question. */
  readonly isStateless: boolean;
  /** What was answered when an earlier run of this call was asked. */
  readonly answered?: AnsweredElicitations;
}

export interface InputCallResult {
  readonly result: Extract<RemoteResult, { kind: 'done' }>;
  /** What was declined without asking anyone, and why; for people. */
  readonly notes: readonly string[];
}

/** Calls tools of servers that may ask the asker for more. Knows no chat: a question is thrown as `InputRequired`. */
export interface InputCalls {
  call(given: InputCall): Promise<InputCallResult>;
  /** Cancels all that is held open. */
  stop(): void;
}

export interface InputCallsDeps {
  readonly timers: Timers;
  /** How long a call is held open for an answer; an hour unless told. */
  readonly holdMs?: number;
}

/** Questions that were declined without asking anyone may come again; a server that insists gets no further. */
const maxDeclinedRounds = 3;

const resumeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('held') }),
  z.object({ kind: z.literal('again'), state: z.string().optional(), declined: z.array(z.string()) }),
]);
type Resume = z.infer<typeof resumeSchema>;

export function createInputCalls({ timers, holdMs = 3_600_000 }: InputCallsDeps): InputCalls {
  /** By idempotency key, which stays the same for each run of one call. */
  const held = new Map<string, HeldCall>();

  const holdKey = ({ connector, call }: InputCall) => `${connector}\0${call.idempotencyKey}`;

  async function begin(given: InputCall): Promise<InputCallResult> {
    const notes: string[] = [];
    if (given.isStateless) return take(given, await given.send(given.call), notes);
    const call = holdCall(given, { timers, holdMs, onEnd: () => held.delete(holdKey(given)) });
    held.set(holdKey(given), call);
    return follow(given, call);
  }

  async function follow(given: InputCall, call: HeldCall): Promise<InputCallResult> {
    const event = await call.next(given.call.signal);
    if (event.kind === 'result') return take(given, event.result, [...call.notes]);
    throw requiring(given, { question: event.request }, { kind: 'held' });
  }

  async function take(given: InputCall, result: RemoteResult, notes: string[]): Promise<InputCallResult> {
    let latest = result;
    for (let round = 0; latest.kind === 'input_required'; round++) {
      const { requests, state } = latest;
      const { open, declined } = sort(requests, notes);
      if (Object.keys(open).length > 0) {
        const again: Resume = { kind: 'again', declined, ...(state === undefined ? {} : { state }) };
        throw requiring(given, open, again);
      }
      if (!given.isStateless || round >= maxDeclinedRounds) return { result: notGivenResult, notes };
      latest = await given.send({ ...given.call, answers: answersOf(state, declineAll(declined)) });
    }
    return { result: latest, notes };
  }

  async function goOn(given: InputCall, answered: AnsweredElicitations): Promise<InputCallResult> {
    const resume = readResume(answered.resume);
    if (resume?.kind === 'held') {
      const call = held.get(holdKey(given));
      const [response] = Object.values(answered.responses);
      if (call === undefined || response === undefined) throw lost(given.connector);
      call.answer(response);
      return follow(given, call);
    }
    if (resume === undefined) throw lost(given.connector);
    const { state, declined } = resume;
    const responses = { ...declineAll(declined), ...answered.responses };
    if (given.isStateless) {
      return take(given, await given.send({ ...given.call, answers: answersOf(state, responses) }), []);
    }
    // Older servers refuse the call until the page was opened; then it is made anew.
    if (Object.values(responses).some(({ action }) => action !== 'accept'))
      return { result: notGivenResult, notes: [] };
    return begin(given);
  }

  return {
    call: (given) => (given.answered === undefined ? begin(given) : goOn(given, given.answered)),
    stop: () => {
      for (const call of [...held.values()]) call.cancel();
    },
  };
}

function sort(requests: Readonly<Record<string, ElicitRequest>>, notes: string[]) {
  const open: Record<string, ElicitRequest> = {};
  const declined: string[] = [];
  for (const [key, request] of Object.entries(requests)) {
    const why = whyDeclined(request);
    if (why === undefined) open[key] = request;
    else {
      declined.push(key);
      if (!notes.includes(why)) notes.push(why);
    }
  }
  return { open, declined };
}

function requiring({ recipient }: InputCall, requests: Readonly<Record<string, ElicitRequest>>, resume: Resume) {
  return new InputRequired({ recipient, requests, resume: JSON.stringify(resume), isHeld: resume.kind === 'held' });
}

function answersOf(state: string | undefined, responses: Readonly<Record<string, ElicitAnswer>>) {
  return { ...(state === undefined ? {} : { state }), responses };
}

function declineAll(keys: readonly string[]): Record<string, ElicitAnswer> {
  return Object.fromEntries(keys.map((key) => [key, { action: 'decline' }]));
}

function readResume(text: string): Resume | undefined {
  try {
    return resumeSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function lost(connector: string): UncertainError {
  return new UncertainError(
    'connector_failed',
    `The question of connector "${connector}" has expired, since the call that asked it ended, as with a restart. Check whether anything happened, then ask again.`,
  );
}

const notGivenResult: InputCallResult['result'] = {
  kind: 'done',
  isError: true,
  content: [{ type: 'text', text: 'The server asked for something that it was not given, so it was not done.' }],
  warnings: [],
};
