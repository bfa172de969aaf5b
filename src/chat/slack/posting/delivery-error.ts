export type DeliveryFailure = 'refused' | 'unverifiable' | 'later';

/**
 * `refused`: Slack won't take it there. `unverifiable`: it may have arrived, and the thread can't be read to find out,
 * so it must not be sent again. `later`: nothing stands against another try.
 */
export class DeliveryError extends Error {
  readonly failure: DeliveryFailure;

  constructor(failure: DeliveryFailure, cause: unknown) {
    super(`delivery ${failure}`, { cause });
    this.failure = failure;
  }
}
