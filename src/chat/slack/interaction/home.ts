import type { KnownBlock, PlainTextElement } from '@slack/types';
import { versionFacts } from '../../../citation-facts.ts';
import { dayInWords } from '../../../days.ts';
import type { AnswerRecord } from '../../../records/records.ts';
import { escapeMrkdwn } from '../posting/text.ts';
import { describeKnowledge, type Knowledge } from './knowledge.ts';

export interface HomeFacts {
  readonly knowledge: Knowledge;
  /** The person's own, newest first. */
  readonly recent: readonly AnswerRecord[];
  /** What the person asked to be remembered, as text; empty where there is nothing. */
  readonly remembered: readonly string[];
  readonly paused: boolean;
  /** How many days questions are kept; absent means without end. */
  readonly retentionDays?: number | undefined;
  /** Writes a moment, epoch milliseconds, for people. */
  readonly when: (at: number) => string;
}

/** The `action_id` of the button that erases what is remembered. */
export const forgetMemoryAction = 'forget_memory';

const maxSection = 3_000;
const longestQuestion = 300;
const recentShown = 5;

const statuses: Readonly<Record<AnswerRecord['answer']['status'], string>> = {
  answered: 'answered',
  not_found: 'not found in the policies',
  needs_input: 'replied',
  awaiting_approval: 'waiting for a yes or a no',
  failed: 'went wrong',
};

/** The blocks of one person's App Home. Only that person sees them. */
export function homeBlocks(facts: HomeFacts): KnownBlock[] {
  const { knowledge, recent, remembered, paused, retentionDays, when } = facts;
  const kept = retentionDays === undefined ? '' : ` Questions and answers are erased after ${retentionDays} days.`;
  return [
    header('Ask about company policies'),
    ...(paused ? [section('*I am paused.* An administrator will switch me on again.')] : []),
    section(
      'Mention me in a channel, write to me in *Messages*, or use `/policy` followed by your question for an answer that only you see. I answer from our policies and show the clause that each statement rests on.',
    ),
    header('What I know'),
    section(describeKnowledge(knowledge, when).map(escapeMrkdwn).join('\n')),
    header('Your recent questions'),
    ...(recent.length === 0
      ? [section('_None yet._')]
      : recent.slice(0, recentShown).flatMap((each) => asked(each, when))),
    ...(remembered.length === 0 ? [] : memory(remembered)),
    { type: 'divider' },
    context(`Only you see this page.${kept}`),
  ];
}

/** The Home of a person who gets no answers: why, and nothing of what is known. */
export function refusedHomeBlocks(notice = 'I don’t answer you here.'): KnownBlock[] {
  return [header('Ask about company policies'), section(escapeMrkdwn(notice))];
}

function asked({ answer, question, at }: AnswerRecord, when: (at: number) => string): KnownBlock[] {
  const cited = answer.citations.filter(({ isUpcoming }) => isUpcoming !== true);
  const sources = [...new Set(cited.map((citation) => [citation.title, ...versionFacts(citation)].join(', ')))];
  const asOf = answer.asOf === undefined ? '' : `as of ${dayInWords(answer.asOf)}`;
  const facts = [when(at), statuses[answer.status], asOf, ...sources].filter((fact) => fact !== '').join(' · ');
  return [
    section(`*${escapeMrkdwn(short(question)).replaceAll('*', '∗')}*`),
    context(escapeMrkdwn(facts).slice(0, maxSection)),
  ];
}

function memory(remembered: readonly string[]): KnownBlock[] {
  return [
    header('What I remember about you'),
    section(escapeMrkdwn(remembered.join('\n'))),
    {
      type: 'actions',
      elements: [
        {
          type: 'button',
          action_id: forgetMemoryAction,
          text: plain('Forget all of it'),
          style: 'danger',
          confirm: {
            title: plain('Forget all of it?'),
            text: plain('I will ask again where I need to know.'),
            confirm: plain('Forget'),
            deny: plain('Keep'),
          },
        },
      ],
    },
  ];
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestQuestion ? `${line.slice(0, longestQuestion).trimEnd()} …` : line;
}

function header(text: string): KnownBlock {
  return { type: 'header', text: plain(text) };
}

function section(text: string): KnownBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: text.slice(0, maxSection) } };
}

function context(text: string): KnownBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text }] };
}

function plain(text: string): PlainTextElement {
  return { type: 'plain_text', text };
}
