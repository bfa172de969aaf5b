import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isInside } from './is-inside.ts';
import type { SkillFinding } from './skill.ts';

export interface SkillFolder {
  /** Real path. */
  readonly path: string;
  readonly folderName: string;
  /** Relative to the root, with forward slashes; empty for the root itself. */
  readonly relative: string;
  /** `SKILL.md`, or how it is spelled. */
  readonly fileName: string;
}

export interface FoundFolders {
  readonly folders: readonly SkillFolder[];
  /** Folders looked into, whose change may mean another skill. */
  readonly scanned: readonly string[];
  readonly findings: readonly SkillFinding[];
}

const maxDepth = 5;
const maxFolders = 2000;

/** Folders with SKILL.md below a root, in order of their paths. A folder inside a skill belongs to that skill. */
export function findSkillFolders(root: string, allowedRoots: readonly string[]): FoundFolders {
  const folders: SkillFolder[] = [];
  const scanned: string[] = [];
  const findings: SkillFinding[] = [];
  const seen = new Set<string>();
  const warn = (file: string, message: string) => findings.push({ severity: 'warning', file: file || '.', message });

  const visit = (path: string, relative: string, depth: number): void => {
    if (seen.has(path)) return;
    seen.add(path);
    if (seen.size > maxFolders) {
      if (seen.size === maxFolders + 1) warn(relative, `more than ${maxFolders} folders; the rest is not looked into`);
      return;
    }
    scanned.push(path);
    const entries = readFolder(path);
    if (entries === undefined) {
      warn(relative, 'the folder cannot be read');
      return;
    }
    const fileName = skillFileOf(entries);
    if (fileName !== undefined) {
      folders.push({ path, folderName: basename(path), relative, fileName });
      return;
    }
    for (const entry of entries) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const below = relative === '' ? entry.name : `${relative}/${entry.name}`;
      const target = folderOf(join(path, entry.name), entry);
      if (target === undefined) continue;
      if (!allowedRoots.some((allowed) => isInside(allowed, target))) {
        warn(below, 'a link that leads out of the skill folders is not followed');
      } else if (depth >= maxDepth) warn(below, `deeper than ${maxDepth} folders; not looked into`);
      else visit(target, below, depth + 1);
    }
  };
  visit(root, '', 0);
  return { folders, scanned, findings };
}

function readFolder(path: string): Dirent[] | undefined {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return undefined;
  }
}

function skillFileOf(entries: readonly Dirent[]): string | undefined {
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  return files.find((name) => name === 'SKILL.md') ?? files.find((name) => name.toLowerCase() === 'skill.md');
}

function folderOf(path: string, entry: Dirent): string | undefined {
  if (entry.isDirectory()) return path;
  if (!entry.isSymbolicLink()) return undefined;
  try {
    return statSync(path).isDirectory() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}
