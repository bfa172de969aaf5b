import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEmbedQueue, type EmbedQueue } from '../../src/embeddings/embed-queue.ts';

const passage = (id: number, ...texts: string[]) => ({ id, purpose: 'passage', texts }) as const;
const question = (id: number, ...texts: string[]) => ({ id, purpose: 'question', texts }) as const;

function take(queue: EmbedQueue): string | undefined {
  const task = queue.next();
  return task?.job.texts[task.index];
}

describe('embed queue', () => {
  it('hands out texts in the order of their jobs', () => {
    const queue = createEmbedQueue();
    queue.add(passage(1, 'a', 'b'));
    queue.add(passage(2, 'c'));
    assert.deepEqual([take(queue), take(queue), take(queue), take(queue)], ['a', 'b', 'c', undefined]);
  });

  it('lets a question go first, also in the middle of a job', () => {
    const queue = createEmbedQueue();
    queue.add(passage(1, 'a', 'b'));
    assert.equal(take(queue), 'a');
    queue.add(question(2, 'q', 'r'));
    assert.deepEqual([take(queue), take(queue), take(queue)], ['q', 'r', 'b']);
  });

  it('forgets what is left of a dropped job and nothing else', () => {
    const queue = createEmbedQueue();
    queue.add(passage(1, 'a', 'b'));
    queue.add(passage(2, 'c'));
    queue.add(question(3, 'q'));
    queue.drop(3);
    assert.equal(take(queue), 'a');
    queue.drop(1);
    queue.drop(99);
    assert.deepEqual([take(queue), take(queue)], ['c', undefined]);
  });
});
