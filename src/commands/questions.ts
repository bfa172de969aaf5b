import { type Abstention, hasJumped, readAbstention, unansweredShare } from '../abstention.ts';
import type { AnswerStatus } from '../domain.ts';
import type { AnswerRecord, AnswerRecords } from '../records/records.ts';
import { type Command, type CommandContext, type ExitStatus, printJson } from './command.ts';
import { columnsOf, days, excerpt, moment, plural, wrapped } from './listing.ts';
import { numberOption } from './number-option.ts';
import { withRecords } from './open-records.ts';

export const questionsCommand: Command = {
  name: 'questions',
  summary: 'List what people asked, and how much of it went unanswered.',
  usage: '',
  words: { min: 0, max: 0 },
  options: [
    { name: 'unanswered', help: 'only those that nothing was found for, or that failed' },
    { name: 'since', value: 'DAYS', help: 'of how many days (30)' },
    { name: 'limit', value: 'N', help: 'the newest N (50)' },
  ],
  details: `Who asked is not shown, since it is the question that shows what a policy lacks. Sensitive messages are not kept, so
they are not here. Shares are of the questions that an answer was looked for: greetings and asking back don't count.
With --json: {days, questions: [{id, at, status, question, answer, documents}], unanswered: {now, before}, jumped}, where now
and before (the same number of days before) are {questions, notFound, failed, share}.`,
  run: async (context) => {
    const period = numberOption(context, 'since', { fallback: 30, most: 3650 });
    const limit = numberOption(context, 'limit', { fallback: 50, most: 10_000 });
    return withRecords<ExitStatus>(context, async ({ answers }) => {
      const now = Date.now();
      const since = now - period * dayMs;
      const recent = await readAbstention(answers, since, now + 1);
      const before = await readAbstention(answers, since - period * dayMs, since);
      const asked = await newest(answers, statusesOf(context), since, limit + 1);
      const shown = asked.slice(0, limit);
      if (context.json) printJson(context, { days: period, ...toJson(shown, recent, before) });
      else if (asked.length === 0) context.stdout.write(await nothing(context, answers, period));
      else {
        context.stdout.write(summary(context, { period, recent, before }));
        context.stdout.write(shown.map((record) => `\n${describe(record, context)}`).join(''));
        if (asked.length > limit) {
          context.stdout.write(`\nThese are the newest ${limit}; --limit shows more.\n`);
        }
      }
      return 0;
    });
  },
};

const dayMs = 86_400_000;
const questionChars = 400;
const answerChars = 160;

const statusNames: Readonly<Record<AnswerStatus, string>> = {
  answered: 'answered',
  not_found: 'nothing found',
  needs_input: 'asked back',
  awaiting_approval: 'waits for a yes',
  failed: 'failed',
};

function statusesOf({ options }: CommandContext): readonly (AnswerStatus | undefined)[] {
  return options.unanswered === true ? ['not_found', 'failed'] : [undefined];
}

async function newest(
  answers: AnswerRecords,
  statuses: readonly (AnswerStatus | undefined)[],
  since: number,
  limit: number,
): Promise<AnswerRecord[]> {
  const lists = statuses.map((status) => answers.list({ since, limit, ...(status !== undefined && { status }) }));
  return (await Promise.all(lists))
    .flat()
    .filter(({ answer }) => answer.model !== referred)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, limit);
}

/** What an answer names instead of a model where a sensitive message was handed to people. */
const referred = 'none';

async function nothing({ options }: CommandContext, answers: AnswerRecords, period: number): Promise<string> {
  const ever = Object.values(await answers.count({})).some((n) => n > 0);
  if (!ever) return 'No questions yet. They are listed here once somebody has asked.\n';
  const inPeriod = Object.values(await answers.count({ since: Date.now() - period * dayMs })).some((n) => n > 0);
  if (options.unanswered === true && inPeriod) return `No question of the last ${days(period)} went unanswered.\n`;
  return `No questions in the last ${days(period)}. --since DAYS looks further back.\n`;
}

interface Comparison {
  readonly period: number;
  readonly recent: Abstention;
  readonly before: Abstention;
}

function summary(context: CommandContext, { period, recent, before }: Comparison): string {
  const columns = columnsOf(context);
  const rest = '  ';
  const lines = [
    wrapped(`Last ${days(period)}: ${shares(recent)}.`, columns, { first: '', rest }),
    wrapped(`The ${days(period)} before: ${shares(before)}.`, columns, { first: '', rest }),
  ];
  if (hasJumped(recent, before)) {
    const advice =
      'Much more goes unanswered than usual. Did a source go away? bylaw index lists what is not readable or withheld.';
    lines.push(wrapped(advice, columns));
  }
  return lines.join('');
}

function shares({ questions, notFound, failed }: Abstention): string {
  if (questions === 0) return 'nothing was asked';
  const part = (number: number, what: string) => `${number} ${what} (${Math.round((number / questions) * 100)}%)`;
  return `${plural(questions, 'question')}, ${part(notFound, 'not found')}, ${part(failed, 'failed')}`;
}

function describe({ answer, question, at }: AnswerRecord, context: CommandContext): string {
  const columns = columnsOf(context);
  const head = `${moment(at, context.config.timezone)}, ${statusNames[answer.status]}`;
  return [
    wrapped(head, columns),
    wrapped(excerpt(question, questionChars), columns, { first: '  ' }),
    wrapped(excerpt(answer.text, answerChars), columns, { first: '  → ', rest: '    ' }),
  ].join('');
}

function toJson(records: readonly AnswerRecord[], recent: Abstention, before: Abstention) {
  const withShare = (counts: Abstention) => ({ ...counts, share: Math.round(unansweredShare(counts) * 1000) / 1000 });
  return {
    questions: records.map(({ answer, question, at }) => ({
      id: answer.id,
      at: new Date(at).toISOString(),
      status: answer.status,
      question,
      answer: answer.text,
      documents: [...new Set(answer.citations.map(({ document }) => document))],
    })),
    unanswered: { now: withShare(recent), before: withShare(before) },
    jumped: hasJumped(recent, before),
  };
}
