import { createGroups, excludesEveryone } from '../audience-groups.ts';
import type { LibraryConflict } from '../conflicts/library-conflicts.ts';
import { printable } from '../printable.ts';
import { type Command, type ExitStatus, printJson } from './command.ts';
import { conflictsText } from './conflicts-text.ts';
import { numberOption } from './number-option.ts';
import { createProgressLine } from './progress.ts';
import { withApp } from './running-app.ts';
import { syncText } from './sync-text.ts';

export const conflictsCommand: Command = {
  name: 'conflicts',
  summary: 'List suspected contradictions between the policies in force, side by side.',
  usage: '',
  words: { min: 0, max: 0 },
  options: [{ name: 'limit', value: 'N', help: 'how many pairs (50)' }],
  details: `Compares the sentences of all documents that are in force today: another number, date or permission for what seems to
be the same rule, where both may apply to the same person. Changed documents are read first. The surest pairs come first;
each names which of the two would count by "precedence" in bylaw.yaml. They are suspicions, for an owner to look at.
With --json: {total, conflicts: [{kind, likeness, first, second, counts?: {winner, rule}}]} where first and second are
{document, title, section, page?, since?, owner?, text}.`,
  run: async (context) => {
    const limit = numberOption(context, 'limit', { fallback: 50, most: 10_000 });
    const { findConflicts } = await import('../conflicts/library-conflicts.ts');
    return withApp<ExitStatus>(context, async (app) => {
      await syncText(app, context);
      const groups = createGroups(app.config.roles);
      const progress = createProgressLine(context.stderr);
      const found = await findConflicts(app.records.documents, {
        on: app.today(),
        precedence: app.config.precedence,
        isReadable: ({ metadata }) => !excludesEveryone(metadata.audience, groups),
        onProgress: (done, total) => progress.show(`Reading ${done} of ${total} documents`),
        signal: context.signal,
      });
      progress.end();
      const shown = found.slice(0, limit);
      if (context.json) printJson(context, { total: found.length, conflicts: shown.map(toJson) });
      else context.stdout.write(printable(conflictsText(shown, found.length)));
      return 0;
    });
  },
};

function toJson({ kind, likeness, first, second, counts }: LibraryConflict) {
  const place = ({ document, title, section, page, since, owner, text }: LibraryConflict['first']) => ({
    ...{ document, title, section, text },
    ...(page !== undefined && { page }),
    ...(since !== undefined && { since }),
    ...(owner !== undefined && { owner }),
  });
  const about = { kind, likeness: Math.round(likeness * 100) / 100, first: place(first), second: place(second) };
  return { ...about, ...(counts && { counts }) };
}
