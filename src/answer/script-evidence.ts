import type { Viewer } from '../domain.ts';
import type { ScriptRun } from '../tools/tool.ts';
import { type CheckedRun, passageIdOf, type StoredPassage } from './clauses.ts';

/** Ids of the passages that runs say their figures stand in. */
export function passagesNamedBy(runs: readonly ScriptRun[]): string[] {
  return runs.flatMap(({ sources }) => sources.map(passageIdOf));
}

/**
 * A turn's runs by their source. Each figure of a policy must name a passage that was retrieved in the conversation, is
 * in force and may be seen by the asker; a run that has another one, or names none, has no passages.
 */
export function checkRuns(
  runs: readonly ScriptRun[],
  retrieved: ReadonlySet<string>,
  stored: ReadonlyMap<string, StoredPassage>,
  { audienceKeys }: Pick<Viewer, 'audienceKeys'>,
): Map<string, CheckedRun> {
  const usable = (id: string): StoredPassage | undefined => {
    const found = retrieved.has(id) ? stored.get(id) : undefined;
    return found?.usable === true && audienceKeys.includes(found.version.audienceKey) ? found : undefined;
  };
  return new Map(
    runs.map((run) => {
      const named = run.sources.map(passageIdOf).map((id) => [id, usable(id)] as const);
      const passages = new Map(named.flatMap(([id, found]) => (found === undefined ? [] : [[id, found] as const])));
      const holds = named.length > 0 && named.every(([, found]) => found !== undefined);
      return [run.source, { run, passages: holds ? passages : undefined }];
    }),
  );
}
