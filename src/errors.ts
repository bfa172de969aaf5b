export type ErrorCode =
  | 'config_invalid'
  | 'usage'
  | 'source_unreadable'
  | 'document_unreadable'
  | 'records_unavailable'
  | 'library_unavailable'
  | 'embedder_failed'
  | 'model_unavailable'
  | 'model_rejected'
  | 'chat_unavailable'
  | 'connector_failed'
  | 'tool_input'
  | 'busy'
  | 'cancelled'
  | 'internal';

/** An expected failure. The message may be shown to a person: it names the thing and the next step, and holds no secret. */
export class BylawError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'BylawError';
    this.code = code;
  }
}

/** A failure after which nobody can tell whether the thing was done: it must not be tried again unasked. */
export class UncertainError extends BylawError {}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What may stand in a log: our own messages hold no text of people or documents, others' might. */
export function loggable(error: unknown): string {
  if (error instanceof BylawError) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const place = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '));
  return `${error.name} ${place?.trim() ?? ''}`.trim();
}
