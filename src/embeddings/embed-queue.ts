export interface EmbedJob {
  readonly id: number;
  readonly purpose: 'question' | 'passage';
  readonly texts: readonly string[];
}

/** Hands out one text at a time, so that a question waits for one passage at most, not for all that came before it. */
export interface EmbedQueue {
  /** The job must have a text at least. */
  add(job: EmbedJob): void;
  /** Forgets what is left of a job. */
  drop(id: number): void;
  /** The next text and its place in the job; undefined if nothing waits. A job counts as done with its last text. */
  next(): { readonly job: EmbedJob; readonly index: number } | undefined;
}

/** Questions before passages, otherwise first come, first served. */
export function createEmbedQueue(): EmbedQueue {
  const waiting: Record<EmbedJob['purpose'], { readonly job: EmbedJob; index: number }[]> = {
    question: [],
    passage: [],
  };
  const purposes = ['question', 'passage'] as const;
  return {
    add: (job) => {
      waiting[job.purpose].push({ job, index: 0 });
    },
    drop: (id) => {
      for (const purpose of purposes) waiting[purpose] = waiting[purpose].filter(({ job }) => job.id !== id);
    },
    next: () => {
      const line = waiting.question.length > 0 ? waiting.question : waiting.passage;
      const [first] = line;
      if (!first) return undefined;
      const index = first.index++;
      if (first.index === first.job.texts.length) line.shift();
      return { job: first.job, index };
    },
  };
}
