import type { Answer } from '../domain.ts';
import type { Elicitation } from '../elicitation.ts';
import type { Action } from './conversation.ts';

/** What became of each action, one sentence a line. It rests on what was recorded, never on what a model says. */
export function describeActions(actions: readonly Action[]): string {
  return actions.map(describe).join('\n');
}

/** Actions whose end nobody can tell: people must look for themselves. */
export function unknownNotice(actions: readonly Action[]): string | undefined {
  const unknown = actions.filter(({ end }) => end === 'unknown').map(({ title }) => `“${oneLine(title)}”`);
  if (unknown.length === 0) return undefined;
  return `${unknown.join(', ')} was begun and I can't tell whether it happened. It was not repeated: please check.`;
}

/** The text of an answer that can't go on before someone decides. */
export function describeRequests({ approvals = [] }: Pick<Answer, 'approvals'>): string {
  const lines = approvals.map(({ title, tool, approvers, recipient }) => {
    const who = approvers === undefined ? 'you agree' : `someone with the role ${approvers.join(' or ')} agrees`;
    const where = recipient === undefined ? '' : ` It goes to ${oneLine(recipient)}.`;
    return `“${oneLine(title ?? tool)}” is done only if ${who} to exactly what is shown.${where}`;
  });
  return lines.join('\n');
}

/** The text of an answer that waits for what another system asked. */
export function describeElicitations(elicitations: readonly Elicitation[]): string {
  return elicitations
    .map(
      ({ title, recipient }) => `“${oneLine(title)}” goes on once you have answered what ${oneLine(recipient)} asks.`,
    )
    .join('\n');
}

const ends: Readonly<Record<Action['end'], string>> = {
  done: 'was done.',
  failed: 'did not work.',
  unknown: "was begun and I can't tell whether it happened. It was not repeated: please check.",
  denied: 'was not done, since the answer was no.',
  expired: 'was not done, since nobody agreed in time.',
  superseded: 'was not done, since something else was asked first.',
  noted: '',
  forgotten: '',
};

function describe({ title, end, said }: Action): string {
  const quoted = said === undefined ? '' : `\`${oneLine(said).replaceAll('`', "'").slice(0, shownChars)}\``;
  if (end === 'noted') return `I will remember: ${quoted}. You can see and erase it at any time.`;
  if (end === 'forgotten') return `I have forgotten ${quoted}.`;
  const told = quoted === '' ? '' : ` It answered: ${quoted}`;
  return `“${oneLine(title)}” ${ends[end]}${told}`;
}

const shownChars = 500;

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
