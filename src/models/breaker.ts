import { BylawError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Model } from './model.ts';

export interface BreakerOptions {
  /** After so many failures in a row the model is not tried for a while; 3 unless told. */
  readonly failures?: number;
  /** How long that is; 60 s unless told. */
  readonly restMs?: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/**
 * The same model, spared while it does not work, so that nobody waits for what fails anyway. After the rest one request
 * tries it: if that gets a reply, all go through again, otherwise it rests once more.
 */
export function withBreaker(model: Model, { failures = 3, restMs = 60_000, now, log }: BreakerOptions): Model {
  let inARow = 0;
  let restsUntil = 0;
  let isTrying = false;

  function fail(): void {
    inARow += 1;
    if (inARow < failures) return;
    restsUntil = now() + restMs;
    log.warn('model.resting', { model: model.name, failures: inARow, restMs });
  }

  return {
    ...model,
    generate: async (request) => {
      request.signal.throwIfAborted();
      const isOpen = inARow >= failures;
      if (isOpen && (now() < restsUntil || isTrying)) {
        throw new BylawError(
          'model_unavailable',
          `${model.name} has failed ${inARow} times in a row and rests for now`,
        );
      }
      if (isOpen) isTrying = true;
      try {
        const reply = await model.generate(request);
        if (inARow >= failures) log.info('model.recovered', { model: model.name });
        inARow = 0;
        return reply;
      } catch (error) {
        if (isFailure(error)) fail();
        throw error;
      } finally {
        if (isOpen) isTrying = false;
      }
    },
  };
}

/** Whoever only stops waiting says nothing about the model; one that was given up on because it is too slow does. */
function isFailure(error: unknown): boolean {
  return error instanceof BylawError && (error.code === 'model_unavailable' || error.code === 'model_rejected');
}
