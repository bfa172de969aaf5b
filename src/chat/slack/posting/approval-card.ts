import type { KnownBlock, RichTextElement } from '@slack/types';
import { stringify } from 'yaml';
import type { ApprovalRequest } from '../../../domain.ts';
import { button, row } from './buttons.ts';
import { packParts, type SlackPart, type Unit } from './parts.ts';
import { splitPlain } from './split.ts';
import { escapeInline } from './text.ts';

// Escaped, each character may take five in the plain form.
const maxArguments = 2_300;

/** How a request for approval ended. */
export interface ApprovalOutcome {
  readonly state: 'approved' | 'denied' | 'expired' | 'superseded';
  /** A name for the person who decided, as people read it. */
  readonly by?: string;
}

/**
 * The messages of a request for a person's yes: what would be done, with exactly what, who decides, and until when. The
 * buttons stand on the last, and nothing else does, so that it can be replaced when it is decided.
 */
export function formatApproval(answerId: string, request: ApprovalRequest): SlackPart[] {
  const { id, argsHash } = request;
  const value = { answer: answerId, approval: id, argsHash };
  const buttons = [
    button('approval_decide', 'Approve', { ...value, verdict: 'approve' }, 'primary', 'approve'),
    button('approval_decide', 'Deny', { ...value, verdict: 'deny' }, 'danger', 'deny'),
  ].filter((each) => each !== undefined);
  const who = `${recipient(request)}${decider(request)}`;
  const asked: Unit = {
    blocks: [
      section([
        { type: 'text', text: `${who} Until ` },
        until(request),
        { type: 'text', text: '; after that it counts as a no.' },
      ]),
      row(buttons),
    ],
    markdown: `${escapeInline(who)} Until ${utc(request.expiresAt)}; after that it counts as a no.`,
  };
  const parts = packParts(answerId, [[...whatUnits('This needs a yes before it is done:', request), asked]]);
  return parts.map((part, at) => (at === parts.length - 1 ? { ...part, approval: id } : part));
}

/** What takes the place of the message with the buttons once the request is settled: its outcome, and no buttons. */
export function formatDecidedApproval(answerId: string, request: ApprovalRequest, outcome: ApprovalOutcome): SlackPart {
  const text = outcomeText(outcome);
  const told: Unit = {
    blocks: [section([{ type: 'text', text, style: { bold: true } }])],
    markdown: escapeInline(text),
  };
  const parts = packParts(answerId, [[...whatUnits('This needed a yes:', request), told]]);
  return parts.at(-1) ?? told;
}

/** Tool and arguments, complete. */
function whatUnits(introduction: string, { tool, input }: ApprovalRequest): Unit[] {
  const heading: Unit = {
    blocks: [
      section([
        { type: 'text', text: `${introduction} ` },
        { type: 'text', text: visible(tool), style: { code: true } },
      ]),
    ],
    markdown: `**${introduction}** ${escapeInline(visible(tool))}`,
  };
  return [heading, ...splitPlain(argumentsText(input), maxArguments).map(argumentsUnit)];
}

function argumentsUnit(text: string): Unit {
  const block: KnownBlock = {
    type: 'rich_text',
    elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
  };
  // A line a line, so that nothing in it can end a code block.
  return { blocks: [block], markdown: text.split('\n').map(escapeLine).join('  \n') };
}

/** YAML, which shows texts of several lines as such and still tells `"5"` from `5`. */
function argumentsText(input: unknown): string {
  return visible(stringify(input, { lineWidth: 0 })).trimEnd();
}

/** Characters that are not seen, or that change the order in which others are, must not hide in what is agreed to. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu, (char) =>
    char === '\n' ? char : `\\u{${char.codePointAt(0)?.toString(16).padStart(4, '0')}}`,
  );
}

function escapeLine(line: string): string {
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  return `${'\u00a0'.repeat(indent)}${escapeInline(line).replace(/^([-+#>=|]|\d+[.)])/, '\\$1')}`;
}

function recipient({ recipient }: ApprovalRequest): string {
  return recipient === undefined ? '' : `It goes to ${visible(recipient)}. `;
}

function decider({ approvers }: ApprovalRequest): string {
  if (approvers === undefined) return 'The person who asked decides.';
  const roles = approvers.map(visible);
  return `Decided by someone with the role ${roles.join(' or ')}, not by the person who asked.`;
}

function outcomeText({ state, by }: ApprovalOutcome): string {
  const person = by === undefined ? '' : ` by ${visible(by)}`;
  if (state === 'approved') return `Approved${person}.`;
  if (state === 'denied') return `Denied${person}. Nothing was done.`;
  return state === 'expired'
    ? 'Not decided in time. Nothing was done.'
    : 'No longer valid after a later question. Nothing was done.';
}

function until({ expiresAt }: ApprovalRequest): RichTextElement {
  const format = '{date_short_pretty}, {time}';
  return { type: 'date', timestamp: Math.floor(expiresAt / 1_000), format, fallback: utc(expiresAt) };
}

function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function section(elements: RichTextElement[]): KnownBlock {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
}
