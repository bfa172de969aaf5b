/** Something in a skill's file that differs from the format. */
export interface Deviation {
  /** What it means here: a skill with an error is not loaded. */
  readonly severity: 'error' | 'warning';
  /** What it means to other hosts; absent means the same as here. */
  readonly portable?: 'error' | 'warning';
  /** In SKILL.md, from 1. */
  readonly line?: number;
  readonly message: string;
}

/** Loaded here, refused by hosts that keep to the letter. */
export function unportable(message: string, line?: number): Deviation {
  return { severity: 'warning', portable: 'error', message, ...(line === undefined ? {} : { line }) };
}

export function warning(message: string, line?: number): Deviation {
  return { severity: 'warning', message, ...(line === undefined ? {} : { line }) };
}

export function fault(message: string, line?: number): Deviation {
  return { severity: 'error', message, ...(line === undefined ? {} : { line }) };
}
