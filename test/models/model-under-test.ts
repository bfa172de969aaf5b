import assert from 'node:assert/strict';
import { BylawError, type ErrorCode } from '../../src/errors.ts';
import type { AttemptOptions } from '../../src/models/attempts.ts';
import type { RemoteModel } from '../../src/models/model.ts';
import type { FakeReply } from '../support/fake-claude/script.ts';

/** A model on the strict fake of its API, where time passes only when the test says so. */
export interface ModelUnderTest {
  readonly model: RemoteModel;
  another(
    change: Partial<AttemptOptions> & { readonly apiKey?: string; readonly model?: string; readonly baseUrl?: string },
  ): RemoteModel;
  readonly fake: {
    readonly url: string;
    readonly requests: readonly { readonly raw: string; readonly error?: string }[];
    reply(...items: readonly FakeReply[]): void;
    respondWith(responder: () => FakeReply): void;
    close(): Promise<void>;
  };
  /** Between attempts, in milliseconds. */
  readonly waits: number[];
  readonly lines: string[];
  expireIdle(): void;
  expireDeadline(): void;
}

export async function rejects(promise: Promise<unknown>, code: ErrorCode, message: RegExp): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof BylawError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });
}
