import { carrySkills } from './carry-skills.ts';
import type { Activation, FinishedTurn } from './conversation.ts';
import { renumberCitations } from './renumber-citations.ts';

/** What is cut is cut to this share, so that the bytes before the newest question stay the same for a while. */
const shareKept = 0.5;

/**
 * The turns that stay when a conversation has grown beyond `maxChars` (as JSON): the newest whole ones. Before them go
 * the last turn that holds a summary by the API, which stands for all before it and stays as it is, and the skills
 * that were loaded in turns that are gone.
 */
export function trimTurns(
  turns: readonly FinishedTurn[],
  maxChars: number,
  skills: readonly Activation[] = [],
): FinishedTurn[] {
  if (sizeOf(turns) <= maxChars) return [...turns];
  const summed = Math.max(0, turns.findLastIndex(isSummed));
  const summary = turns.slice(summed, summed + 1).filter((turn) => isSummed(turn) && sizeOf([turn]) <= maxChars);
  const after = turns.slice(summary.length > 0 ? summed + 1 : summed);
  const newest = newestWithin(after, Math.max(0, maxChars * shareKept - sizeOf(summary)));
  const gone = [...turns.slice(0, summed), ...after.slice(0, after.length - newest.length)];
  const needed = new Set(skills.map(({ call }) => call));
  const carried = gone.flatMap((turn): FinishedTurn[] => {
    const messages = carrySkills(turn.messages, (call) => needed.has(call));
    return messages.length > 0 ? [{ scope: turn.scope, messages }] : [];
  });
  const kept = [...summary, ...(sizeOf(carried) <= maxChars ? carried : []), ...newest];
  return withRenumbered(kept);
}

/** Across turns, since a later one may cite what an earlier one found. */
function withRenumbered(turns: readonly FinishedTurn[]): FinishedTurn[] {
  const messages = renumberCitations(turns.flatMap((turn) => turn.messages));
  let at = 0;
  return turns.map((turn) => {
    const own = messages.slice(at, at + turn.messages.length);
    at += own.length;
    return { ...turn, messages: own };
  });
}

function newestWithin(turns: readonly FinishedTurn[], maxChars: number): FinishedTurn[] {
  let chars = 0;
  const last = turns.findLastIndex((turn) => {
    chars += sizeOf([turn]);
    return chars > maxChars;
  });
  return turns.slice(last + 1);
}

/** Whether the API has put a summary in the place of what stood before. */
export function isSummed({ messages }: Pick<FinishedTurn, 'messages'>): boolean {
  return messages.some(({ content }) => content.some(({ type }) => type === 'compaction'));
}

function sizeOf(turns: readonly FinishedTurn[]): number {
  return turns.reduce((chars, { messages }) => chars + JSON.stringify(messages).length, 0);
}
