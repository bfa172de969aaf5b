import type { AnswerRecord, FeedbackRecord, FeedbackRecords } from '../records/records.ts';
import { type Command, type CommandContext, type ExitStatus, printJson } from './command.ts';
import { columnsOf, days, excerpt, moment, wrapped } from './listing.ts';
import { numberOption } from './number-option.ts';
import { withRecords } from './open-records.ts';

export const feedbackCommand: Command = {
  name: 'feedback',
  summary: 'List what people thought of the answers.',
  usage: '',
  words: { min: 0, max: 0 },
  options: [
    { name: 'disliked', help: 'only answers that did not help' },
    { name: 'since', value: 'DAYS', help: 'of how many days (30)' },
  ],
  details: `Newest first, with the reason that was given and the documents that the answer cited. Who said it is not shown.
With --json: {days, helpful, notHelpful, feedback: [{answer, at, verdict, reason?, question?, documents: [{document, title,
version}]}]}; the question is absent where the answer is no longer kept.`,
  run: async (context) => {
    const period = numberOption(context, 'since', { fallback: 30, most: 3650 });
    return withRecords<ExitStatus>(context, async ({ feedback }) => {
      const all = await feedback.list({ since: Date.now() - period * dayMs, limit: most });
      const disliked = all.filter((row) => row.feedback.verdict === 'not_helpful');
      const shown = context.options.disliked === true ? disliked : all;
      const counts = { helpful: all.length - disliked.length, notHelpful: disliked.length };
      if (context.json) printJson(context, { days: period, ...counts, feedback: shown.map(toJson) });
      else if (shown.length === 0) context.stdout.write(await nothing(feedback, all.length, period));
      else {
        const line = `Last ${days(period)}: ${counts.helpful} helpful, ${counts.notHelpful} not helpful.`;
        context.stdout.write(wrapped(line, columnsOf(context)));
        context.stdout.write(shown.map((row) => `\n${describe(row, context)}`).join(''));
      }
      return 0;
    });
  },
};

const dayMs = 86_400_000;
const most = 10_000;
const questionChars = 400;

interface Row {
  readonly feedback: FeedbackRecord;
  readonly about?: AnswerRecord;
}

async function nothing(feedback: FeedbackRecords, given: number, period: number): Promise<string> {
  if (given > 0) return `Nobody disliked an answer in the last ${days(period)}.\n`;
  const ever = (await feedback.list({ limit: 1 })).length > 0;
  if (ever) return `No feedback in the last ${days(period)}. --since DAYS looks further back.\n`;
  return 'No feedback yet. In Slack people give it with the buttons below an answer.\n';
}

function describe({ feedback, about }: Row, context: CommandContext): string {
  const columns = columnsOf(context);
  const { verdict, reason, at } = feedback;
  const said = `${verdict === 'helpful' ? 'helpful' : 'not helpful'}${reason === undefined ? '' : `: ${reason}`}`;
  const cited = documentsOf(about).map(({ title, document, version }) => `${title} (${document}, version ${version})`);
  return [
    wrapped(`${moment(at, context.config.timezone)}, ${said}`, columns, { first: '', rest: '  ' }),
    wrapped(about ? excerpt(about.question, questionChars) : '(the answer is no longer kept)', columns, {
      first: '  ',
    }),
    ...cited.map((line) => wrapped(line, columns, { first: '  - ', rest: '    ' })),
    ...(about !== undefined && cited.length === 0 ? ['  (nothing was cited)\n'] : []),
  ].join('');
}

function documentsOf(about: AnswerRecord | undefined) {
  const cited = about?.answer.citations ?? [];
  return [...new Map(cited.map(({ document, title, version }) => [document, { document, title, version }])).values()];
}

function toJson({ feedback, about }: Row) {
  const { answerId, at, verdict, reason } = feedback;
  return {
    answer: answerId,
    at: new Date(at).toISOString(),
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(about === undefined ? {} : { question: about.question }),
    documents: documentsOf(about),
  };
}
