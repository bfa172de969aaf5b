import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../errors.ts';
import { SkillRefusal } from '../skill-refusal.ts';
import type { Skill } from './skill.ts';

const mostBytes = 256 * 1024;

/**
 * What a script reads on stdin. Where `assets/<script>.schema.json` exists, with or without the script's extension, the
 * input must fit it. Throws `tool_input` naming each field that does not.
 */
export async function scriptInput(skill: Skill, path: string, input: unknown): Promise<string> {
  const text = JSON.stringify(input ?? {});
  if (Buffer.byteLength(text) > mostBytes)
    throw new SkillRefusal(
      'input_too_large',
      `The input for ${path} is larger than ${mostBytes / 1024} KiB. Send less.`,
    );
  const schema = await inputSchema(skill, path);
  const result = schema?.safeParse(input ?? {});
  if (result === undefined || result.success) return text;
  const problems = result.error.issues.map((issue) => {
    const field = issue.path.join('.');
    return field === '' ? issue.message : `${field}: ${issue.message}`;
  });
  throw new SkillRefusal('input_unfit', `${path} was called with an input it does not take. ${problems.join('; ')}.`);
}

/** The schema that a file holds, or why it can't be used. */
export function readInputSchema(
  text: string,
): { readonly schema: z.ZodType } | { readonly why: string; readonly cause: unknown } {
  try {
    return { schema: z.fromJSONSchema(JSON.parse(text)) };
  } catch (cause) {
    return { why: cause instanceof SyntaxError ? 'it is not JSON' : messageOf(cause), cause };
  }
}

async function inputSchema(skill: Skill, path: string): Promise<z.ZodType | undefined> {
  const name = path.slice('scripts/'.length);
  const bare = name.slice(0, name.length - extname(name).length);
  const file = [`assets/${name}.schema.json`, `assets/${bare}.schema.json`].find((each) => skill.files.includes(each));
  if (file === undefined) return undefined;
  const text = await readOwn(skill, file).catch(() => undefined);
  if (text === undefined) throw unusable(skill, file, 'it is no readable file of the skill');
  const read = readInputSchema(text);
  if ('schema' in read) return read.schema;
  throw unusable(skill, file, read.why, read.cause);
}

async function readOwn(skill: Skill, file: string): Promise<string | undefined> {
  const [root, real] = await Promise.all([realpath(skill.folder), realpath(join(skill.folder, file))]);
  return real.startsWith(root + sep) ? await readFile(real, 'utf8') : undefined;
}

function unusable(skill: Skill, file: string, why: string, cause?: unknown): SkillRefusal {
  const next = 'Whoever maintains the skill must correct it.';
  return new SkillRefusal('schema_unusable', `${file} of the skill ${skill.name} can't be used: ${why}. ${next}`, {
    cause,
  });
}
