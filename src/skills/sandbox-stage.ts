import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import process from 'node:process';
import { BylawError } from '../errors.ts';
import type { Skill } from './skill.ts';

/** Gives files to the sandbox at paths that its user can read. */
export interface SandboxStage {
  /** Real path of the Node binary, or of a copy. */
  node(): Promise<string>;
  /** Real path of the skill's folder, or of a copy of this version. Throws `tool_input` where neither works. */
  folder(skill: Skill): Promise<string>;
  remove(): Promise<void>;
}

const prefix = 'bylaw-sandbox-';
const mostBytes = 64 * 2 ** 20;

/**
 * Only a bot that runs as root needs copies: bubblewrap then starts as `nobody`, who can't look below a folder such as
 * /root even to bind something from it. Copies lie in a folder that {@link SandboxStage.remove} takes away.
 */
export function createSandboxStage(options: { root: boolean; nodePath: string }): SandboxStage {
  let place: Promise<string> | undefined;
  const staged = new Map<string, Promise<string>>();
  const once = (key: string, make: () => Promise<string>) => {
    const known = staged.get(key);
    if (known !== undefined) return known;
    const made = make();
    staged.set(key, made);
    made.catch(() => staged.delete(key));
    return made;
  };
  const newPlace = async (name: string) => {
    place ??= makePlace();
    return join(await place, name);
  };
  return {
    node: () =>
      once('node', async () => {
        const real = await realpath(options.nodePath);
        if (!options.root || (await isOpen(real, ['']))) return real;
        return await copyProgram(real, await newPlace('node'));
      }),
    folder: (skill) =>
      once(`${skill.name} ${skill.version} ${skill.folder}`, async () => {
        const real = await realpath(skill.folder);
        if (!options.root || (await isOpen(real, ['', ...skill.files]))) return real;
        return await copySkill(skill, real, await newPlace(`${staged.size}-${skill.name}`));
      }),
    async remove() {
      staged.clear();
      if (place !== undefined) await rm(await place, { recursive: true, force: true });
      place = undefined;
    },
  };
}

/** Whether everyone can reach and read these files. */
async function isOpen(root: string, files: readonly string[]): Promise<boolean> {
  const paths = files.map((file) => join(root, file));
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  const open = (await Promise.all(paths.map((path) => allows(path, 0o4)))).every(Boolean);
  return open && (await Promise.all([...folders].map((folder) => allows(folder, 0o1)))).every(Boolean);
}

async function allows(path: string, bits: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  const needed = found?.isDirectory() ? bits | 0o1 : bits;
  // What is a link to nowhere is nowhere inside either.
  return found === undefined || (found.mode & needed) === needed;
}

async function makePlace(): Promise<string> {
  for (const base of ['/var/tmp', await realpath(tmpdir())]) {
    if (!(await isOpen(base, ['']))) continue;
    await removeLeftovers(base);
    const place = await mkdtemp(join(base, `${prefix}${process.pid}-`));
    await chmod(place, 0o755);
    return place;
  }
  throw new BylawError(
    'tool_input',
    "Scripts can't run: the bot's folders are closed to other users, and no temporary folder is open to them either. " +
      'Install the bot where everyone may read, or start it as a user other than root.',
  );
}

/** Of bots that were killed. */
async function removeLeftovers(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : Number.NaN);
    const found =
      Number.isInteger(pid) && !isAlive(pid) ? await stat(join(base, name)).catch(() => undefined) : undefined;
    if (found?.uid === process.getuid?.()) await rm(join(base, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A second name costs neither time nor space, but shares the mode: where that is closed too, only a copy helps. */
async function copyProgram(from: string, to: string): Promise<string> {
  const linked =
    (await allows(from, 0o5)) &&
    (await link(from, to).then(
      () => true,
      () => false,
    ));
  if (linked) return to;
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, 0o755);
  return to;
}

/** Leaves out links that lead out of the skill: a copy made by root would carry over what they point at. */
async function copySkill(skill: Skill, from: string, to: string): Promise<string> {
  let bytes = 0;
  await makeFolder(to);
  for (const file of ['SKILL.md', ...skill.files]) {
    const real = await realpath(join(from, file)).catch(() => undefined);
    const found = real?.startsWith(from + sep) ? await stat(real) : undefined;
    if (real === undefined || !found?.isFile()) continue;
    bytes += found.size;
    if (bytes > mostBytes)
      throw new BylawError(
        'tool_input',
        `The scripts of the skill ${skill.name} can't run: its folder is closed to other users and too large to copy. ` +
          'Let everyone read it, or start the bot as a user other than root.',
      );
    await makeFolder(dirname(join(to, file)));
    await copyFile(real, join(to, file), constants.COPYFILE_FICLONE);
    await chmod(join(to, file), 0o644);
  }
  return to;
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let each = folder; each.length >= first.length; each = dirname(each)) await chmod(each, 0o755);
}
