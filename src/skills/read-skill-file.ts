import { constants, type FileHandle, open, realpath } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { BylawError } from '../errors.ts';
import { pointsOutside, SkillRefusal } from '../skill-refusal.ts';
import { isInside } from './is-inside.ts';
import type { Skill } from './skill.ts';

const maxBytes = 64 * 1024;
const maxListed = 20;

/** Text of a file of the skill; throws `tool_input` with what to ask for instead, never with a path of this machine. */
export async function readSkillFile(skill: Skill, path: string): Promise<string> {
  const wanted = posix.normalize(path.replaceAll('\\', '/')).replace(/^\.\//, '');
  if (!skill.files.includes(wanted)) {
    const reason = pointsOutside(path) ? 'escaping_path' : 'unknown_path';
    throw new SkillRefusal(reason, describeMissing(skill, path, wanted));
  }
  let file: FileHandle | undefined;
  try {
    // The folder may have changed since it was listed, so that the real path decides.
    const real = await realpath(join(skill.folder, wanted));
    if (!isInside(skill.folder, real)) {
      throw new SkillRefusal('escaping_path', `${wanted} leads out of the skill ${skill.name} and is not read`);
    }
    file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size } = await file.stat();
    if (size > maxBytes) {
      throw new SkillRefusal(
        'file_too_large',
        `${wanted} has ${Math.ceil(size / 1024)} KiB; only files up to ${maxBytes / 1024} KiB can be read`,
      );
    }
    return decodeText(await file.readFile(), wanted);
  } catch (error) {
    if (error instanceof BylawError) throw error;
    throw new SkillRefusal(
      'unreadable',
      `${wanted} of the skill ${skill.name} cannot be read any more; load the skill again`,
    );
  } finally {
    await file?.close();
  }
}

function decodeText(bytes: Uint8Array, path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text.replace(/\r\n?/g, '\n');
  } catch {
    // Told below, as for NUL.
  }
  throw new SkillRefusal('not_text', `${path} is not text and cannot be read; it may be the input of a script`);
}

function describeMissing(skill: Skill, path: string, wanted: string): string {
  if (wanted.toLowerCase() === 'skill.md')
    return 'SKILL.md is what load_skill gives; read_skill_file is for other files';
  const shown = JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}…` : path);
  if (skill.files.length === 0) return `the skill ${skill.name} has no other files than SKILL.md`;
  const near = skill.files.filter((file) => distance(file, wanted) <= 3 || file.endsWith(`/${wanted}`));
  const listed = near.length > 0 ? near : skill.files.slice(0, maxListed);
  return `the skill ${skill.name} has no file ${shown}; ${near.length > 0 ? 'did you mean' : 'it has'} ${listed.join(', ')}`;
}
