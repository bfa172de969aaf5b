import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Log } from '../log.ts';
import { createChangeWatch } from './change-watch.ts';
import { type LoadedRoot, loadSkills } from './load-skills.ts';
import { readSkillFile } from './read-skill-file.ts';
import type { Skill, SkillCatalog, SkillFinding, SkillViewer } from './skill.ts';

export interface SkillCatalogDeps {
  /** Folders with skills; of equal names the first wins. */
  readonly roots: readonly string[];
  readonly log: Log;
  /** In ms since 1970, as the files' times are. */
  readonly now: () => number;
  /** Names that `allowed-tools` may hold; another one is a warning. Absent means that they are not checked. */
  readonly tools?: () => readonly string[];
  /** Names that `bylaw-roles` may hold, in the same way. */
  readonly roles?: readonly string[];
}

/** Skills of folders on this machine, read at start and again when their files change. */
export function createSkillCatalog({ roots, log, now, tools, roles }: SkillCatalogDeps): SkillCatalog {
  const watch = createChangeWatch({ now });
  let loaded: readonly LoadedRoot[] = [];
  let skills: readonly Skill[] = [];
  let byName: ReadonlyMap<string, Skill> = new Map();
  let findings: readonly SkillFinding[] = [];
  let told: ReadonlySet<string> = new Set();
  let digest = digestOf([]);
  const recent = createInterning();

  function load(): void {
    const began = performance.now();
    loaded = loadSkills(roots, loaded);
    watch.remember(
      loaded.flatMap(({ stamps, skills }) => [...stamps, ...skills.flatMap(({ scan }) => [...scan.stamps])]),
    );
    const chosen = choose(loaded);
    skills = chosen.skills;
    byName = new Map(skills.map((skill) => [keyOf(skill.name), skill]));
    findings = [
      ...chosen.findings,
      ...unknownNames(loaded, skills, {
        // Those of connectors come and go.
        ...{ known: tools?.(), named: ({ allowedTools }) => allowedTools.filter((name) => !name.startsWith('mcp__')) },
        says: 'allowed-tools names what is no tool here',
      }),
      ...unknownNames(loaded, skills, {
        ...{ known: roles, named: ({ settings }) => settings.roles ?? [] },
        says: 'bylaw-roles names what is no role in bylaw.yaml, so that nobody has it',
      }),
    ];
    digest = digestOf(skills);
    log.info('skills_loaded', {
      count: skills.length,
      errors: findings.filter(({ severity }) => severity === 'error').length,
      warnings: findings.filter(({ severity }) => severity === 'warning').length,
      digest: digest.slice(0, 16),
      ms: Math.round(performance.now() - began),
    });
    // A reload repeats none of what was told before.
    const lines = new Set<string>();
    for (const { severity, file, line, message } of findings) {
      const text = `${severity} ${file} ${line} ${message}`;
      if (!told.has(text))
        log[severity === 'error' ? 'warn' : 'info']('skill_finding', { severity, file, line, message });
      lines.add(text);
    }
    told = lines;
  }

  return {
    start: async () => load(),
    stop: async () => watch.stop(),
    refresh: async () => {
      if (watch.settledChange()) load();
    },
    list: (viewer) => recent(skills.filter((skill) => isVisible(skill, viewer))),
    get: (name, viewer) => {
      const skill = byName.get(keyOf(name));
      return skill !== undefined && isVisible(skill, viewer) ? skill : undefined;
    },
    readFile: readSkillFile,
    get digest() {
      return digest;
    },
    get findings() {
      return findings;
    },
  };
}

/** The skills that count, sorted by name, and what their authors should know. */
export function choose(loaded: readonly LoadedRoot[]): {
  readonly skills: readonly Skill[];
  readonly findings: readonly SkillFinding[];
} {
  const winners = new Map<string, { readonly skill: Skill; readonly where: string }>();
  const findings: SkillFinding[] = [];
  for (const { root, skills, findings: found } of loaded) {
    findings.push(...found);
    for (const { folder, skill, deviations } of skills) {
      const file = (path: string) => (folder.relative === '' ? path : `${folder.relative}/${path}`);
      for (const { severity, line, message, path } of deviations) {
        findings.push({ severity, file: file(path), ...(line === undefined ? {} : { line }), message });
      }
      if (skill === undefined) continue;
      const where = `${basename(root)}/${folder.relative}`;
      const winner = winners.get(keyOf(skill.name));
      if (winner === undefined) winners.set(keyOf(skill.name), { skill, where });
      else {
        const message = `not used: another skill named ${winner.skill.name} comes first, in ${winner.where}`;
        findings.push({ severity: 'warning', file: file(folder.fileName), message });
      }
    }
  }
  const skills = [...winners.values()].map(({ skill }) => skill).sort((a, b) => (a.name < b.name ? -1 : 1));
  return { skills, findings };
}

/** Whether a skill exists for a viewer. */
export function isVisible({ settings }: Skill, { place, roles = [], by }: SkillViewer): boolean {
  if (settings.visibility === 'user-only' && by === 'model') return false;
  if (settings.visibility === 'model-only' && by === 'person') return false;
  if (settings.private && place !== undefined) return false;
  if (settings.channels !== undefined && (place === undefined || !settings.channels.includes(place))) return false;
  return settings.roles?.some((role) => roles.includes(role)) ?? true;
}

const keptLists = 16;

/** Gives back an equal list of before, so that what was worked out for it need not be again. */
function createInterning(): (list: readonly Skill[]) => readonly Skill[] {
  const lists: (readonly Skill[])[] = [];
  return (list) => {
    const known = lists.find((other) => other.length === list.length && other.every((skill, i) => skill === list[i]));
    if (known !== undefined) return known;
    lists.unshift(list);
    lists.length = Math.min(lists.length, keptLists);
    return list;
  };
}

interface NameCheck {
  readonly known: readonly string[] | undefined;
  readonly named: (skill: Skill) => readonly string[];
  readonly says: string;
}

function unknownNames(
  loaded: readonly LoadedRoot[],
  chosen: readonly Skill[],
  { known, named, says }: NameCheck,
): SkillFinding[] {
  if (known === undefined) return [];
  return loaded.flatMap(({ skills }) =>
    skills.flatMap(({ folder, skill }) => {
      if (skill === undefined || !chosen.includes(skill)) return [];
      const unknown = named(skill).filter((name) => !known.includes(name));
      if (unknown.length === 0) return [];
      const file = `${folder.relative === '' ? '' : `${folder.relative}/`}${folder.fileName}`;
      const message = `${says}: ${unknown.join(', ')}`;
      return [{ severity: 'warning' as const, file, message }];
    }),
  );
}

/** Names that look alike are one. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function digestOf(skills: readonly Skill[]): string {
  const sum = createHash('sha256');
  for (const { name, version } of skills) sum.update(`${name}\0${version}\n`);
  return sum.digest('hex');
}
