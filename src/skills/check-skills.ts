import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BylawError } from '../errors.ts';
import { checkReferences } from './check-references.ts';
import { checkScript } from './check-script.ts';
import { type Deviation, unportable, warning } from './deviation.ts';
import { findSkillFolders } from './find-skill-folders.ts';
import { type LoadedSkill, loadSkill } from './load-skills.ts';
import { readInputSchema } from './script-input.ts';
import type { SkillFinding } from './skill.ts';

export interface SkillReport {
  /** SKILL.md of every skill looked at, relative to the folder, in order. */
  readonly skills: readonly string[];
  /** By file, then line. */
  readonly findings: readonly SkillFinding[];
}

export interface ExaminedRoot extends SkillReport {
  /** By name, where it is: the folder, `.` for the root itself, and its SKILL.md. */
  readonly names: ReadonlyMap<string, { readonly folder: string; readonly file: string }>;
}

type Note = Deviation & { readonly path: string };

/**
 * Checks one skill or a folder of skills against the portable format, more strictly than the runtime: what another host
 * would refuse is an error. Throws `usage` where there is no such folder.
 */
export function checkSkills(folder: string): SkillReport {
  const real = realFolder(folder);
  if (real === undefined)
    throw new BylawError('usage', `${folder} is not a folder; give a skill or a folder of skills`);
  const { skills, findings } = examineRoot(real, [real]);
  return { skills, findings };
}

/** Checks a folder of skills, of which links may lead into any of the allowed ones; real paths. */
export function examineRoot(real: string, allowed: readonly string[]): ExaminedRoot {
  const { folders, findings: scanning } = findSkillFolders(real, allowed);
  const findings: SkillFinding[] = [...scanning];
  if (folders.length === 0) {
    findings.push({ severity: 'error', file: '.', message: 'no SKILL.md in it; a skill is a folder with that file' });
  }
  const names = new Map<string, { folder: string; file: string }>();
  const skills: string[] = [];
  for (const found of folders) {
    const prefix = found.relative === '' ? '' : `${found.relative}/`;
    skills.push(`${prefix}${found.fileName}`);
    const loaded = loadSkill(found);
    const name = loaded.skill?.name;
    const first = name === undefined ? undefined : names.get(name);
    const notes = [...loaded.deviations, ...checkFolder(loaded)];
    if (first !== undefined)
      notes.push({ ...unportable(`${name} is also the name of ${first.folder}`), path: found.fileName });
    else if (name !== undefined) names.set(name, { folder: found.relative || '.', file: `${prefix}${found.fileName}` });
    findings.push(...notes.map((note) => toFinding(prefix, note)));
  }
  findings.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0)));
  return { skills, findings, names };
}

function toFinding(prefix: string, { severity, portable, line, message, path }: Note): SkillFinding {
  return { severity: portable ?? severity, file: `${prefix}${path}`, ...(line === undefined ? {} : { line }), message };
}

function checkFolder({ folder, skill, scan }: LoadedSkill): Note[] {
  const notes: Note[] = [];
  for (const { path } of scan.files) {
    if (path !== folder.fileName && /(^|\/)skill\.md$/i.test(path)) {
      notes.push({ ...unportable('a skill inside a skill is not found; move it beside'), path });
    }
    if (path.startsWith('scripts/')) {
      notes.push(...checkScript(path, readFileSync(join(folder.path, path))).map((note) => ({ ...note, path })));
    }
  }
  if (skill === undefined) return notes;
  notes.push(...checkSchemas(folder.path, skill.files));
  const at = (deviation: Deviation) => ({ ...deviation, path: folder.fileName });
  if (!saysWhen(skill.description)) {
    notes.push(at(warning('the description should say when to use it, such as "Use when …"')));
  }
  const text = readFileSync(join(folder.path, folder.fileName), 'utf8');
  const files = scan.files.map(({ path }) => path);
  return [...notes, ...checkReferences(text, files).map(at)];
}

function checkSchemas(folder: string, files: readonly string[]): Note[] {
  return files.flatMap((path) => {
    if (!/^assets\/.+\.schema\.json$/.test(path)) return [];
    const read = readInputSchema(readFileSync(join(folder, path), 'utf8'));
    return 'why' in read ? [{ ...unportable(`can't be used as the schema of an input: ${read.why}`), path }] : [];
  });
}

/** What and when are two things: a condition, after some words on what it does. */
function saysWhen(description: string): boolean {
  return (
    description.length >= 40 &&
    /\b(when(ever)?|if|before|after|once|use (it |this )?(for|to|with|on|in)|(asks?|asking) (about|for|how|whether)|trigger|wenn|sobald|falls|bevor|bei)\b/i.test(
      description,
    )
  );
}

export function realFolder(folder: string): string | undefined {
  try {
    const real = realpathSync(folder);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}
