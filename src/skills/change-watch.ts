import { changedAtMs, currentStamp } from './scan-skill-files.ts';

/** About 1 ms on one slow core. */
const pathsAtOnce = 300;
/** A folder that is being written to is left alone for so long. */
const settleMs = 1000;

export interface ChangeWatch {
  /** What to compare with from now on. */
  remember(stamps: readonly (readonly [path: string, stamp: string])[]): void;
  /**
   * Whether something changed and nothing has changed for a second. Looks at 300 paths; the rest is looked at beside the
   * question, and what that finds counts at the next call.
   */
  settledChange(): boolean;
  stop(): void;
}

/** Compares files' times instead of using the system's notifications, which network file systems don't send. */
export function createChangeWatch({ now }: { readonly now: () => number }): ChangeWatch {
  let paths: readonly (readonly [string, string])[] = [];
  let next = 0;
  const changed = new Set<string>();
  let later: NodeJS.Immediate | undefined;

  function look(): void {
    for (const end = Math.min(next + pathsAtOnce, paths.length); next < end; next += 1) {
      const [path, stamp] = paths[next] ?? ['', ''];
      if (currentStamp(path) !== stamp) changed.add(path);
    }
  }

  function lookOn(): void {
    later = undefined;
    look();
    if (next < paths.length) later = setImmediate(lookOn);
  }

  return {
    remember(stamps) {
      clearImmediate(later);
      later = undefined;
      paths = [...new Map(stamps)];
      changed.clear();
      next = paths.length;
    },
    settledChange() {
      if (later === undefined) {
        next = 0;
        lookOn();
      }
      const settling = [...changed].some((path) => {
        const age = now() - (changedAtMs(path) ?? 0);
        return age >= 0 && age < settleMs;
      });
      return changed.size > 0 && !settling;
    },
    stop() {
      clearImmediate(later);
      later = undefined;
    },
  };
}
