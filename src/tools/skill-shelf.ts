import type { Viewer } from '../domain.ts';
import { loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ScriptRunner, Skill, SkillCatalog, SkillViewer } from '../skills/skill.ts';
import { createFindSkill, type FindSkills } from './find-skill.ts';
import { createLoadSkill } from './load-skill.ts';
import { createReadSkillFile } from './read-skill-file.ts';
import { createRunSkillScript } from './run-skill-script.ts';
import { hasScripts, skillContent } from './skill-content.ts';
import type { Tool } from './tool.ts';

export interface SkillShelfDeps {
  readonly catalog: SkillCatalog;
  readonly scripts: Pick<ScriptRunner, 'check' | 'run'>;
  /** The text that lists skills in the system prompt, and whether some descriptions had to be cut. */
  readonly describe: (skills: readonly Skill[]) => { readonly text: string; readonly shortened: boolean };
  readonly find: FindSkills;
  readonly log: Log;
}

export interface ShelfOffer {
  readonly skills: readonly Skill[];
  readonly catalog: string;
  readonly tools: readonly Tool[];
  content(skill: Skill): string;
}

export interface SkillShelf {
  /** Never throws: what can't be read anew stays as it was. */
  refresh(): Promise<void>;
  /** `started` names skills that a person started, which are offered even where the model may not load them by itself. */
  offer(viewer: Viewer, started: readonly string[]): Promise<ShelfOffer>;
  startable(viewer: Viewer): readonly Skill[];
}

const rememberedOffers = 20;

/** What each viewer gets of the skills: their list for the prompt and the tools for them; no tools where there are none. */
export function createSkillShelf({ catalog, scripts, describe, find, log }: SkillShelfDeps): SkillShelf {
  const offers = new Map<string, ShelfOffer>();
  let off: Promise<string | undefined> | undefined;

  function build(listed: readonly Skill[], skills: readonly Skill[], scriptsOff: string | undefined): ShelfOffer {
    const { text, shortened } = describe(listed);
    const content = (skill: Skill) => skillContent(skill, scriptsOff);
    if (skills.length === 0) return { skills, catalog: '', tools: [], content };
    const tools = [
      createLoadSkill({ skills, ...(scriptsOff === undefined ? {} : { scriptsOff }) }),
      createReadSkillFile({ skills, readFile: catalog.readFile, log }),
      ...(scriptsOff === undefined && skills.some(hasScripts) ? [createRunSkillScript({ skills, scripts })] : []),
      ...(shortened ? [createFindSkill({ skills: listed, find })] : []),
    ];
    return { skills, catalog: text, tools, content };
  }

  return {
    refresh: async () => {
      try {
        await catalog.refresh();
      } catch (error) {
        log.warn('skills.not_refreshed', { reason: loggable(error) });
      }
    },
    offer: async (viewer, started) => {
      const listed = catalog.list({ ...toSkillViewer(viewer), by: 'model' });
      const byPerson = started.flatMap((name) => catalog.get(name, { ...toSkillViewer(viewer), by: 'person' }) ?? []);
      const added = byPerson.filter(({ name }) => !listed.some((skill) => skill.name === name));
      const skills = [...listed, ...added].sort((a, b) => (a.name < b.name ? -1 : 1));
      off ??= whyOff(scripts);
      const scriptsOff = await off;
      const key = JSON.stringify([catalog.digest, listed.map(({ name }) => name), added.map(({ name }) => name)]);
      const known = offers.get(key);
      if (known !== undefined) return known;
      const offer = build(listed, skills, scriptsOff);
      if (offers.size >= rememberedOffers) offers.clear();
      offers.set(key, offer);
      return offer;
    },
    startable: (viewer) => catalog.list({ ...toSkillViewer(viewer), by: 'person' }),
  };
}

function toSkillViewer({ person, place, roles }: Viewer): SkillViewer {
  return {
    ...(person === undefined ? {} : { person }),
    ...(place === undefined ? {} : { place }),
    ...(roles === undefined ? {} : { roles }),
  };
}

async function whyOff(scripts: Pick<ScriptRunner, 'check'>): Promise<string | undefined> {
  try {
    const { ok, detail } = await scripts.check();
    return ok ? undefined : `${detail.replace(/[.\s]+$/, '')}.`;
  } catch {
    return 'the sandbox could not be checked.';
  }
}
