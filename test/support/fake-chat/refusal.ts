/** A refusal as OpenAI words it. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

export const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;

export function bad(message: string, code?: string): Refusal {
  return { status: 400, message, ...(code === undefined ? {} : { code }) };
}
