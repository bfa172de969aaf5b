import type { TaskUpdateChunk } from '@slack/types';
import type { AnswerProgress, FoundSource } from '../../../answer/answer-question.ts';
import { short } from './place.ts';

/**
 * What was done for an answer so far, as cards. One card for each kind of step however often it is taken, so that there
 * are never more than a handful. Words of the question are not shown: others may read along.
 */
export interface WorkTasks {
  note(progress: AnswerProgress): void;
  /** Cards that changed since they were taken last. */
  takeChanged(): TaskUpdateChunk[];
  /** All cards, each complete. */
  finished(): TaskUpdateChunk[];
}

type Kind = 'search' | 'read' | 'calculate' | 'act' | 'write' | 'check';

const kinds: Readonly<Record<AnswerProgress['step'], Kind>> = {
  searching: 'search',
  found: 'search',
  reading: 'read',
  calculating: 'calculate',
  acting: 'act',
  writing: 'write',
  checking: 'check',
};
const titles: Readonly<Record<Kind, string>> = {
  search: 'Search the policies',
  read: 'Read the policies',
  calculate: 'Calculate',
  act: 'Work in another system',
  write: 'Write the answer',
  check: 'Check the sources',
};
const statusTexts: Readonly<Record<AnswerProgress['step'], string>> = {
  searching: 'is searching the policies…',
  reading: 'is reading the policies…',
  found: 'is reading the policies…',
  calculating: 'is calculating…',
  acting: 'is working in another system…',
  writing: 'is writing an answer…',
  checking: 'is checking the sources…',
};
const maxSources = 10;
const maxText = 200;
const maxNames = 5;

/** The line under the thread for a step. */
export function statusText({ step }: Pick<AnswerProgress, 'step'>): string {
  return statusTexts[step];
}

/** The ids of the cards begin so: by them they are found again after a crash. */
export function taskPrefix(key: string): string {
  return `work:${key}:`;
}

/** `key` is the question's own, the same after a crash. */
export function createWorkTasks(key: string): WorkTasks {
  const times = new Map<Kind, number>();
  const names = new Map<Kind, Set<string>>();
  const sources = new Map<string, FoundSource>();
  const changed = new Set<Kind>();
  let current: Kind | undefined;

  function card(kind: Kind, status: TaskUpdateChunk['status']): TaskUpdateChunk {
    const details = detailsOf(kind);
    const links = kind === 'search' ? linksOf([...sources.values()]) : [];
    return {
      type: 'task_update',
      id: `${taskPrefix(key)}${kind}`,
      title: titles[kind],
      status,
      ...(details !== '' && { details }),
      ...(links.length > 0 && { sources: links }),
    };
  }

  function detailsOf(kind: Kind): string {
    const count = times.get(kind) ?? 0;
    const named = [...(names.get(kind) ?? [])];
    const more = named.length > maxNames ? ` and ${named.length - maxNames} more` : '';
    return [
      named.length > 0 ? `${named.slice(0, maxNames).join(', ')}${more}` : '',
      named.length === 0 && count > 1 ? `${count} times` : '',
      kind === 'search' && sources.size > 0 ? `${sources.size} ${sources.size === 1 ? 'source' : 'sources'} found` : '',
    ]
      .filter((text) => text !== '')
      .join(', ');
  }

  return {
    note(progress) {
      const kind = kinds[progress.step];
      if (progress.step === 'found') {
        for (const source of progress.sources) sources.set(`${source.url ?? ''} ${source.title}`, source);
      } else times.set(kind, (times.get(kind) ?? 0) + 1);
      const name = nameIn(progress);
      if (name !== undefined) names.set(kind, (names.get(kind) ?? new Set()).add(plain(name)));
      if (current !== undefined) changed.add(current);
      changed.add(kind);
      if (progress.step !== 'found' || current === undefined) current = kind;
      if (!times.has(kind)) times.set(kind, 1);
    },
    takeChanged() {
      const cards = [...changed].map((kind) => card(kind, kind === current ? 'in_progress' : 'complete'));
      changed.clear();
      return cards;
    },
    finished: () => [...times.keys()].map((kind) => card(kind, 'complete')),
  };
}

function nameIn(progress: AnswerProgress): string | undefined {
  if (progress.step === 'reading') return progress.title;
  if (progress.step === 'calculating') return progress.skill;
  return progress.step === 'acting' ? progress.tool : undefined;
}

function linksOf(sources: readonly FoundSource[]): { type: 'url'; url: string; text: string }[] {
  return sources
    .flatMap(({ title, url }) => (url !== undefined && /^https?:/i.test(url) ? [{ title, url }] : []))
    .slice(0, maxSources)
    .map(({ title, url }) => ({ type: 'url', url: url.replaceAll('<', '%3C'), text: plain(title) }));
}

/** Cards are plain text, but angle brackets of a document's title must not pass for a control sequence anywhere. */
function plain(text: string): string {
  return short(text, maxText).replaceAll('<', '‹').replaceAll('>', '›');
}
