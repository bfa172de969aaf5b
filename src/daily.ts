import { hasJumped, readAbstention, unansweredShare } from './abstention.ts';
import type { IsoDate } from './domain.ts';
import { loggable } from './errors.ts';
import type { Log } from './log.ts';
import type { Records } from './records/records.ts';

/** What is due once a calendar day: erasing what is older than it may be kept, and a look at what was not answered. */
export interface Daily {
  /** Does nothing if it was done today. Never throws: what fails is logged, and tried again at the next call. */
  run(): Promise<void>;
}

export interface DailyDeps {
  readonly records: Pick<Records, 'answers' | 'documents' | 'flags' | 'forgetting' | 'privacy'>;
  /** Absent means without end. */
  readonly retentionDays?: number;
  readonly today: () => IsoDate;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

const dayMs = 86_400_000;
const recentDays = 7;
const beforeDays = 28;
const warnedFlag = 'abstention.warned';

export function createDaily(deps: DailyDeps): Daily {
  const { records, retentionDays, today, now, log } = deps;
  const doneOn = new Map<string, IsoDate>();

  async function once(what: string, work: () => Promise<void>): Promise<void> {
    const day = today();
    if (doneOn.get(what) === day) return;
    try {
      await work();
      doneOn.set(what, day);
    } catch (error) {
      log.error(`${what}.failed`, { reason: loggable(error) });
    }
  }

  async function eraseOld(): Promise<void> {
    if (retentionDays === undefined) return;
    const before = now() - retentionDays * dayMs;
    const erased = { ...(await records.privacy.eraseBefore(before)), removedVersions: 0 };
    erased.removedVersions = await records.documents.eraseRemoved(before);
    if (Object.values(erased).some((n) => n > 0)) log.info('retention.done', { ...erased });
  }

  /** A restart and a second bot on the same records don't warn again on the same day, hence the flag. */
  async function watchAbstention(): Promise<void> {
    const at = now();
    const since = at - recentDays * dayMs;
    const recent = await readAbstention(records.answers, since, at + 1);
    const before = await readAbstention(records.answers, since - beforeDays * dayMs, since);
    if (!hasJumped(recent, before) || (await records.flags.get(warnedFlag))?.value === today()) return;
    await records.flags.set(warnedFlag, today(), 'upkeep', at);
    log.warn('abstention.jumped', {
      questions: recent.questions,
      unansweredPercent: percent(unansweredShare(recent)),
      questionsBefore: before.questions,
      unansweredPercentBefore: percent(unansweredShare(before)),
    });
  }

  return {
    run: async () => {
      await once('forgetting', () => records.forgetting.finish());
      await once('retention', eraseOld);
      await once('abstention', watchAbstention);
    },
  };
}

function percent(share: number): number {
  return Math.round(share * 100);
}
