import { BylawError } from './errors.ts';

export type RefusalReason =
  | 'unknown_path'
  | 'escaping_path'
  | 'unknown_extension'
  | 'no_interpreter'
  | 'windows_lines'
  | 'schema_unusable'
  | 'input_unfit'
  | 'input_too_large'
  | 'file_too_large'
  | 'not_text'
  | 'unreadable'
  | 'no_sandbox';

/** A `tool_input` error whose cause can be logged without its message. */
export class SkillRefusal extends BylawError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: { cause?: unknown }) {
    super('tool_input', message, options);
    this.reason = reason;
  }
}

/** What may stand in a log about a failed use of a skill: a code, never its message. */
export function reasonOf(error: unknown): string {
  if (error instanceof SkillRefusal) return error.reason;
  return error instanceof BylawError ? error.code : 'internal';
}

/** A path as it was asked for; it may be any text, so that what could forge or flood a log is taken out. */
export function loggedPath(path: string): string {
  return path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, 100);
}

/** Whether a path that is no file of the skill points out of its folder. */
export function pointsOutside(path: string): boolean {
  const parts = path.split(/[\\/]/);
  return /^(?:[\\/]|[a-z]:)/i.test(path) || parts.includes('..');
}
