import { BylawError } from '../errors.ts';

/** What went wrong in one attempt, without anything that the request or the reply said. */
export interface Failure {
  readonly kind: 'rejected' | 'transient';
  readonly reason:
    | 'api_key'
    | 'billing'
    | 'permission'
    | 'model'
    | 'endpoint'
    | 'too_long'
    | 'request'
    | 'rate_limit'
    | 'overloaded'
    | 'connection'
    | 'interrupted'
    | 'idle';
  readonly status?: number;
  readonly type?: string;
  readonly requestId?: string;
  /** What the API asked to wait. */
  readonly retryAfterMs?: number;
}

/** No event came for the whole idle time. */
export class IdleStreamError extends Error {}

/** The reply ended without saying why it stopped. */
export class UnfinishedReplyError extends Error {}

/** Whether the same request may succeed a little later. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** What the headers ask to wait, in milliseconds. */
export function retryAfterMs(headers: Headers | undefined, now: Date): number | undefined {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const value = headers?.get('retry-after')?.trim();
  if (!value) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** The same failure as told to a person. */
export function explainFailure(failure: Failure, context: FailureContext): BylawError {
  const { detail, fix } = describeFailure(failure, context);
  const code = failure.kind === 'rejected' ? 'model_rejected' : 'model_unavailable';
  const id = failure.requestId ? ` (request ${failure.requestId})` : '';
  return new BylawError(code, `${detail}: ${fix}${id}`);
}

/** How the API and its settings are called. */
export interface FailureContext {
  /** Within a sentence, such as `Claude` or `the model server`. */
  readonly name: string;
  /** Of its models, such as `Claude model`. */
  readonly modelNoun: string;
  readonly model: string;
  /** One that could be used instead, where one is known. */
  readonly exampleModel?: string;
  readonly host: string;
  readonly keyVariable: string;
  readonly urlVariable: string;
}

/** What it is, and what to do next. */
export function describeFailure(failure: Failure, context: FailureContext): { detail: string; fix: string } {
  const { name, modelNoun, model, host, keyVariable, urlVariable } = context;
  const such = context.exampleModel === undefined ? '' : `, such as ${context.exampleModel}`;
  switch (failure.reason) {
    case 'api_key':
      return { detail: `${capital(name)} refused the API key`, fix: `set ${keyVariable} to a valid key` };
    case 'billing':
      return { detail: `The account behind ${keyVariable} has no credit`, fix: 'add some on its billing page' };
    case 'permission':
      return {
        detail: `${keyVariable} may not use the ${modelNoun} "${model}"`,
        fix: "allow it for the key's workspace, or set model.name to another",
      };
    case 'model':
      return {
        detail: `${capital(name)} has no model named "${model}"`,
        fix: `set model.name to one that the key may use${such}`,
      };
    case 'endpoint':
      return { detail: `${host} does not serve ${name} there`, fix: `check ${urlVariable}` };
    case 'too_long':
      return { detail: `The conversation is too long for ${name}`, fix: 'ask again in a new thread' };
    case 'request':
      return {
        detail: `${capital(name)} did not accept the request${failure.status ? ` (status ${failure.status})` : ''}`,
        fix: 'ask again in a new thread, and report this if it comes back',
      };
    case 'rate_limit':
      return { detail: `The rate limit of ${name} is used up`, fix: `try again in ${waitOf(failure)}` };
    case 'overloaded':
      return { detail: `${capital(name)} is overloaded or failing`, fix: `try again in ${waitOf(failure)}` };
    case 'connection':
      return {
        detail: `${capital(name)} could not be reached at ${host}`,
        fix: `check the network and ${urlVariable}, then try again`,
      };
    case 'interrupted':
      return { detail: `The reply of ${name} broke off`, fix: 'try again in a minute' };
    case 'idle':
      return { detail: `${capital(name)} stopped sending in the middle of a reply`, fix: 'try again in a minute' };
  }
}

/** The name at the beginning of a sentence. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function waitOf(failure: Failure): string {
  const seconds = Math.ceil((failure.retryAfterMs ?? 60_000) / 1000);
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
