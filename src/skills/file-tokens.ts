import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimateTokens } from '../estimate-tokens.ts';
import type { Skill } from './skill.ts';

/** What reading every other file of a skill would cost; code doesn't count, since only its output is ever seen. */
export function fileTokens(skill: Skill): number {
  return skill.files
    .filter((path) => !/\.(?:[mc]?[jt]s|py|sh)$/.test(path))
    .map((path) => readFileSync(join(skill.folder, path), 'utf8'))
    .filter((text) => !text.includes('\0'))
    .reduce((sum, text) => sum + estimateTokens(text), 0);
}
