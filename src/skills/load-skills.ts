import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Deviation } from './deviation.ts';
import { findSkillFolders, type SkillFolder } from './find-skill-folders.ts';
import { parseSkill } from './parse-skill.ts';
import { currentStamp, type ScannedFiles, scanSkillFiles } from './scan-skill-files.ts';
import type { Skill, SkillFinding } from './skill.ts';

export interface LoadedSkill {
  readonly folder: SkillFolder;
  /** Absent where it was refused. */
  readonly skill?: Skill;
  /** By file, relative to the skill. */
  readonly deviations: readonly (Deviation & { readonly path: string })[];
  readonly scan: ScannedFiles;
  readonly signature: string;
}

export interface LoadedRoot {
  /** As configured. */
  readonly root: string;
  readonly skills: readonly LoadedSkill[];
  readonly findings: readonly SkillFinding[];
  /** Stamps of the folders looked into, by path. */
  readonly stamps: ReadonlyMap<string, string>;
}

/** Reads every skill below the roots; one whose files did not change since `previous` is taken over from it. */
export function loadSkills(roots: readonly string[], previous: readonly LoadedRoot[] = []): LoadedRoot[] {
  const known = new Map(previous.flatMap(({ skills }) => skills.map((skill) => [skill.folder.path, skill] as const)));
  const realRoots = roots.map(realFolder);
  const allowed = realRoots.filter((root) => root !== undefined);
  return roots.map((root, i) => {
    const real = realRoots[i];
    if (real === undefined) {
      const message = `there is no folder ${basename(root)}; correct skills.roots in bylaw.yaml`;
      const findings = [{ severity: 'warning', file: '.', message }] as const;
      return { root, skills: [], findings, stamps: new Map([[throughLinks(root), '']]) };
    }
    const { folders, scanned, findings } = findSkillFolders(real, allowed);
    const stamps = new Map([throughLinks(root), ...scanned].map((path) => [path, currentStamp(path)]));
    return { root, findings, stamps, skills: folders.map((folder) => loadSkill(folder, known.get(folder.path))) };
  });
}

export function loadSkill(folder: SkillFolder, known?: LoadedSkill): LoadedSkill {
  const scan = scanSkillFiles(folder.path);
  const signature = [...scan.stamps].map(([path, stamp]) => `${path}\0${stamp}`).join('\n');
  if (known?.signature === signature && known.folder.relative === folder.relative) return known;
  const notes = [...scan.deviations];
  if (notes.some(({ severity }) => severity === 'error')) return { folder, deviations: notes, scan, signature };
  if (!scan.files.some(({ path }) => path === folder.fileName)) {
    const message = 'SKILL.md is no file of this folder';
    return { folder, deviations: [...notes, { severity: 'error', message, path: folder.fileName }], scan, signature };
  }
  let contents: ReadonlyMap<string, Uint8Array>;
  try {
    contents = new Map(scan.files.map(({ path }) => [path, readFileSync(join(folder.path, path))]));
  } catch {
    const message = 'a file in the folder cannot be read';
    return { folder, deviations: [...notes, { severity: 'error', message, path: folder.fileName }], scan, signature };
  }
  const parsed = parseSkill(contents.get(folder.fileName) ?? new Uint8Array(), folder);
  const deviations = [...parsed.deviations.map((note) => ({ ...note, path: folder.fileName })), ...notes];
  if (parsed.skill === undefined) return { folder, deviations, scan, signature };
  const skill: Skill = {
    ...parsed.skill,
    folder: folder.path,
    files: scan.files.map(({ path }) => path).filter((path) => path !== folder.fileName && !isHidden(path)),
    version: hash(contents),
  };
  return { folder, skill, deviations, scan, signature };
}

/** Names and lengths go in as well, so that moved bytes are another version. */
function hash(contents: ReadonlyMap<string, Uint8Array>): string {
  const sum = createHash('sha256');
  for (const [path, bytes] of contents) sum.update(`${path}\0${bytes.length}\0`).update(bytes);
  return sum.digest('hex');
}

function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'));
}

/** Its stamp is that of the folder behind links, so that a link to the next release is a change. */
function throughLinks(root: string): string {
  return `${root}/.`;
}

function realFolder(root: string): string | undefined {
  try {
    const real = realpathSync(root);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}
