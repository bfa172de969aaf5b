import type { z } from 'zod';
import { BylawError } from '../errors.ts';

/** Throws `tool_input`, naming every field that is wrong and what is expected, so that the model can call again rightly. */
export function parseToolInput<T>(tool: string, schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => {
    const field = issue.path.join('.');
    return field === '' ? issue.message : `${field}: ${issue.message}`;
  });
  throw new BylawError('tool_input', `${tool} was called with an input it does not take. ${problems.join('; ')}.`);
}
