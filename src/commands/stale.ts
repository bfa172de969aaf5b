import { printable } from '../printable.ts';
import { type Command, type CommandContext, type ExitStatus, printJson, textOption } from './command.ts';
import { plural } from './listing.ts';
import { numberOption } from './number-option.ts';
import { rankStale, type StaleDocument, type Staleness } from './rank-stale.ts';
import { withApp } from './running-app.ts';
import { syncText } from './sync-text.ts';

const periodDays = 90;

export const staleCommand: Command = {
  name: 'stale',
  summary: 'List documents past their review, those that most answers rest on first.',
  usage: '',
  words: { min: 0, max: 0 },
  options: [
    { name: 'owner', value: 'NAME', help: 'only those of this owner' },
    { name: 'untouched', value: 'DAYS', help: 'without a review date, list what did not change for so long (365)' },
  ],
  details: `Changed documents are read first. The score is the number of answers of the last ${periodDays} days that cite the document, times
the days since its review date: 12 answers and 30 days overdue make 360. Documents without a review date are a group of their
own, where the days are those since their last change. Drafts and what is no longer in force are left out.
With --json: {on, overdue: [{document, title, owner?, reviewDate?, lastChange?, citations, days, score}], untouched: [the same]}.`,
  run: async (context) => {
    const untouchedDays = numberOption(context, 'untouched', { fallback: 365, most: 36_500 });
    return withApp<ExitStatus>(context, async (app) => {
      await syncText(app, context);
      const today = app.today();
      const since = app.now() - periodDays * 86_400_000;
      const [versions, citations] = await Promise.all([
        app.records.documents.current(),
        app.records.answers.citations(since),
      ]);
      const all = rankStale(versions, citations, { today, untouchedDays });
      const stale = ofOwner(all, textOption(context, 'owner'));
      if (context.json) printJson(context, { on: today, ...stale });
      else context.stdout.write(printable(describe(stale, untouchedDays, context)));
      return 0;
    });
  },
};

function ofOwner({ overdue, untouched }: Staleness, owner: string | undefined): Staleness {
  const wanted = owner?.trim().toLowerCase();
  const fits = (document: StaleDocument) =>
    wanted === undefined || document.owner?.toLowerCase().includes(wanted) === true;
  return { overdue: overdue.filter(fits), untouched: untouched.filter(fits) };
}

function describe({ overdue, untouched }: Staleness, untouchedDays: number, context: CommandContext): string {
  const whose = textOption(context, 'owner') === undefined ? '' : ` of ${textOption(context, 'owner')}`;
  if (overdue.length + untouched.length === 0)
    return `No document${whose} is past its review, or untouched for long.\n`;
  return [
    ...(overdue.length === 0
      ? []
      : [`Past their review\n${table(overdue, 'Overdue', ({ reviewDate }) => reviewDate)}`]),
    ...(untouched.length === 0
      ? []
      : [`Without a review date, not changed for ${plural(untouchedDays, 'day')}\n${table(untouched, 'Untouched')}`]),
  ].join('\n');
}

function table(
  documents: readonly StaleDocument[],
  days: string,
  review?: (document: StaleDocument) => string | undefined,
): string {
  const heads = ['Score', 'Cited', days, ...(review === undefined ? [] : ['Review']), 'Last change', 'Document'];
  const rows = documents.map((each) => [
    String(each.score),
    String(each.citations),
    plural(each.days, 'day'),
    ...(review === undefined ? [] : [review(each) ?? '']),
    each.lastChange ?? '',
    `${each.title} (${each.document}), ${each.owner === undefined ? 'no owner named' : `owner: ${each.owner}`}`,
  ]);
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at < 3 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join('  ');
  return [heads, ...rows].map((cells) => `  ${line(cells).trimEnd()}\n`).join('');
}
