import { BylawError } from '../../src/errors.ts';
import { silentLog } from '../../src/log.ts';
import { isVisible } from '../../src/skills/catalog.ts';
import type { ScriptOutcome, ScriptRunner, Skill, SkillCatalog, SkillViewer } from '../../src/skills/skill.ts';
import { createSkillShelf, type SkillShelf } from '../../src/tools/skill-shelf.ts';

/** A skill that exists in memory only. */
export function skillOf(
  name: string,
  more: Partial<Omit<Skill, 'settings'>> & { settings?: Partial<Skill['settings']> } = {},
): Skill {
  const { settings, ...fields } = more;
  return {
    name,
    description: `Does ${name}. Use it when asked to.`,
    body: `# ${name}\nSearch first.`,
    folder: `/nowhere/${name}`,
    files: [],
    version: `${name}-version-1`.padEnd(64, '0'),
    allowedTools: [],
    ...fields,
    settings: { visibility: 'everyone', pinned: false, private: false, isolated: false, ...settings },
  };
}

/** A catalog of the skills in the list, which a test may change; `refresh` makes the change count. */
export function stubCatalog(skills: Skill[], files: Readonly<Record<string, string>> = {}) {
  let current = [...skills];
  let refreshes = 0;
  const list = (viewer: SkillViewer) => current.filter((skill) => isVisible(skill, viewer));
  const catalog: SkillCatalog = {
    start: async () => {},
    stop: async () => {},
    refresh: async () => {
      refreshes += 1;
      current = [...skills].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    list,
    get: (name, viewer) => list(viewer).find((skill) => skill.name === name),
    readFile: async (skill, path) => {
      const text = files[`${skill.name}/${path}`];
      if (text === undefined) throw new BylawError('tool_input', `the skill ${skill.name} has no file ${path}`);
      return text;
    },
    get digest() {
      return current.map(({ name, version }) => name + version).join();
    },
    findings: [],
  };
  return { catalog, refreshes: () => refreshes };
}

export type Script = (input: unknown) => Partial<ScriptOutcome>;

/** Runs functions in place of scripts, by `skill/script`. */
export function stubScripts(scripts: Readonly<Record<string, Script>>, off?: string): ScriptRunner {
  return {
    check: async () => (off === undefined ? { ok: true, detail: 'stub' } : { ok: false, detail: off }),
    run: async ({ skill, script, input }) => {
      const found = scripts[`${skill.name}/${script.replace('scripts/', '')}`];
      if (found === undefined) throw new BylawError('tool_input', `That is no script of the skill ${skill.name}.`);
      return { exitCode: 0, stdout: '', truncated: false, ...found(input) };
    },
    stop: async () => {},
  };
}

export interface ShelfOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, Script>>;
  /** Why scripts can't run. */
  readonly off?: string;
  readonly shortened?: boolean;
}

/** A shelf over skills in memory; their list in the prompt is one name a line. */
export function stubShelf(skills: Skill[], { files, scripts = {}, off, shortened = false }: ShelfOptions = {}) {
  const { catalog, refreshes } = stubCatalog(skills, files);
  const shelf: SkillShelf = createSkillShelf({
    catalog,
    scripts: stubScripts(scripts, off),
    describe: (listed) => ({ text: listed.map(({ name }) => `- ${name}`).join('\n'), shortened }),
    find: async (query, among) => among.filter(({ description }) => description.includes(query)),
    log: silentLog,
  });
  return { shelf, catalog, refreshes };
}
