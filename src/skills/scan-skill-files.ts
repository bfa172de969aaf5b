import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Deviation, fault, unportable, warning } from './deviation.ts';
import { isInside } from './is-inside.ts';

export interface ScannedFile {
  /** Relative to the skill, with forward slashes. */
  readonly path: string;
}

export interface ScannedFiles {
  /** Every file, SKILL.md and hidden ones included, sorted. */
  readonly files: readonly ScannedFile[];
  /** By absolute path; a change of any of them is a change of the skill. */
  readonly stamps: ReadonlyMap<string, string>;
  readonly deviations: readonly (Deviation & { readonly path: string })[];
}

const maxFiles = 500;
const maxTotalBytes = 20 * 1024 * 1024;
const maxDepth = 6;

/** Everything in a skill's folder, without reading it. Links that lead out of the folder are no part of it. */
export function scanSkillFiles(folder: string): ScannedFiles {
  const files: ScannedFile[] = [];
  const stamps = new Map<string, string>();
  const deviations: (Deviation & { path: string })[] = [];
  const note = (path: string, deviation: Deviation) => deviations.push({ ...deviation, path });
  let total = 0;

  const addFile = (path: string, stats: Stats) => {
    total += stats.size;
    files.push({ path });
  };
  const addLink = (absolute: string, path: string) => {
    const target = realTarget(absolute);
    if (target === undefined || !isInside(folder, target.path)) {
      note(path, unportable('a link that leads nowhere or out of the skill is not read'));
    } else if (target.stats.isFile()) addFile(path, target.stats);
    else note(path, warning('a link to a folder is not followed'));
  };
  const addEntry = (entry: Dirent, absolute: string, path: string, depth: number) => {
    const stats = statOf(absolute);
    if (stats === undefined) return;
    if (!stats.isDirectory()) stamps.set(absolute, stampOf(stats));
    if (stats.isSymbolicLink()) addLink(absolute, path);
    else if (stats.isDirectory()) visit(absolute, path, depth + 1);
    else if (stats.isFile()) addFile(path, stats);
    else note(path, warning(`${entry.name} is no regular file and is ignored`));
  };
  const visit = (absolute: string, relative: string, depth: number): void => {
    if (depth > maxDepth) {
      note(relative, warning(`deeper than ${maxDepth} folders; not read`));
      return;
    }
    const stats = statOf(absolute);
    if (stats === undefined || files.length > maxFiles) return;
    stamps.set(absolute, stampOf(stats));
    for (const entry of readdirSync(absolute, { withFileTypes: true })) {
      if (entry.name === '.git' || entry.name === 'node_modules') continue;
      addEntry(entry, join(absolute, entry.name), relative === '' ? entry.name : `${relative}/${entry.name}`, depth);
    }
  };
  try {
    visit(folder, '', 0);
  } catch {
    note('SKILL.md', fault('a folder in it cannot be read'));
  }
  if (files.length > maxFiles) note('SKILL.md', fault(`more than ${maxFiles} files in the folder`));
  if (total > maxTotalBytes) note('SKILL.md', fault(`more than ${maxTotalBytes / 1024 / 1024} MiB in the folder`));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, stamps, deviations };
}

/** Differs after every change of content or place; `''` for what is gone. */
export function currentStamp(path: string): string {
  const stats = statOf(path);
  return stats === undefined ? '' : stampOf(stats);
}

/** When it last changed, in ms since 1970. */
export function changedAtMs(path: string): number | undefined {
  return statOf(path)?.ctimeMs;
}

function stampOf({ ctimeMs, mtimeMs, size, ino }: Stats): string {
  return `${ctimeMs} ${mtimeMs} ${size} ${ino}`;
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function realTarget(absolute: string): { path: string; stats: Stats } | undefined {
  try {
    return { path: realpathSync(absolute), stats: statSync(absolute) };
  } catch {
    return undefined;
  }
}
