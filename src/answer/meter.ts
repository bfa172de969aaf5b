import type { IsoDate } from '../domain.ts';
import { BylawError, loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Usage } from '../models/model.ts';
import type { SpendRecords } from '../records/records.ts';

/** Counts what models cost, and holds the day's budget. */
export interface Meter {
  /** Throws `budgetSpent` once the day's budget is used up. */
  check(): Promise<void>;
  /** Adds a call to the day; returns what it cost, in US dollars. */
  note(model: string, usage: Usage): Promise<number>;
}

export interface MeterDeps {
  readonly spend: SpendRecords;
  readonly costOf: (model: string, usage: Usage) => number;
  /** In US dollars, for all answers of a day together; absent means no limit. */
  readonly dayUsd?: number | undefined;
  readonly today: () => IsoDate;
  readonly log: Log;
}

/** The reason that no model is asked any more today. */
export const budgetSpent = new BylawError('model_unavailable', 'The budget for today is used up.');

/** Records that can't be read stop no answer: money is worth less than one. */
export function createMeter({ spend, costOf, dayUsd, today, log }: MeterDeps): Meter {
  return {
    check: async () => {
      if (dayUsd === undefined) return;
      const usd = await spend.on(today()).catch((error: unknown) => {
        log.error('spend.not_read', { reason: loggable(error) });
        return 0;
      });
      if (usd >= dayUsd) throw budgetSpent;
    },
    note: async (model, usage) => {
      const usd = costOf(model, usage);
      if (usd > 0) {
        await spend.add(today(), usd).catch((error: unknown) => {
          log.error('spend.not_recorded', { model, reason: loggable(error) });
        });
      }
      return usd;
    },
  };
}

/** Where nothing is counted. */
export const noMeter: Meter = { check: async () => {}, note: async () => 0 };
