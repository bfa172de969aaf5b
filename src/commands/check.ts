import { resolve } from 'node:path';
import { type Requirable, requirable } from '../checking/check-metadata.ts';
import type { Finding } from '../checking/finding.ts';
import { BylawError } from '../errors.ts';
import { printable } from '../printable.ts';
import { type Command, type ExitStatus, printJson, textOption } from './command.ts';

export const checkCommand: Command = {
  name: 'check',
  summary: 'Check a folder of policies for what would make answers wrong.',
  usage: 'DIR',
  words: { min: 1, max: 1 },
  options: [
    {
      name: 'require',
      value: 'FIELDS',
      help: `what every document must say, such as owner,review (${requirable.join(', ')})`,
    },
    { name: 'strict', help: 'give status 1 for warnings too' },
  ],
  details: `Reads the files as the index would and reports by file and line: files that can't be read, metadata that is missing,
impossible or past its date, broken links between the files (addresses on the web are not fetched), tables that are read
otherwise than they look, copies, and sentences that contradict each other. Nothing is indexed or sent anywhere. A folder
that stands under sources in bylaw.yaml is read with what is said of it there: include, exclude and rules.
A comment <!-- bylaw-ok: conflict --> on the line, or the one above, accepts what is found there.
Status 1 if there are errors, so that a handbook's own checks can call it. Example: check policies --require owner,review
With --json: {documents, errors, warnings, findings: [{path, line?, severity, check, message}]}.`,
  run: async (context) => {
    const folder = resolve(context.cwd, context.words[0] ?? '.');
    const required = requiredFields(textOption(context, 'require'));
    // Reading documents takes longer to load than most commands take to run.
    const [{ checkFolder }, { pathsBelow, readFolder }] = await Promise.all([
      import('../checking/check-folder.ts'),
      import('./read-folder.ts'),
    ]);
    const { documents, unreadable } = await readFolder(folder, context);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: context.config.timezone }).format(new Date());
    const found = checkFolder({ documents, paths: pathsBelow(folder), today }, unreadable, {
      required,
      roles: context.config.roles,
    });
    const [errors, warnings] = ['error', 'warning'].map(
      (severity) => found.filter((each) => each.severity === severity).length,
    );
    const total = documents.length + unreadable.length;
    if (context.json) printJson(context, { documents: total, errors, warnings, findings: found });
    else context.stdout.write(printable(report(found, total, errors ?? 0, warnings ?? 0)));
    const fails = (errors ?? 0) > 0 || (context.options.strict === true && (warnings ?? 0) > 0);
    return fails ? 1 : (0 satisfies ExitStatus);
  },
};

function requiredFields(list: string | undefined): readonly Requirable[] {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.map((name) => {
    const field = requirable.find((each) => each === name);
    if (field !== undefined) return field;
    throw new BylawError('usage', `--require ${name}: must be among ${requirable.join(', ')}`);
  });
}

function report(findings: readonly Finding[], documents: number, errors: number, warnings: number): string {
  const lines = findings.map(({ path, line, severity, check, message }) => {
    const place = line === undefined ? path : `${path}:${line}`;
    return `${place}: ${severity}: ${message} (${check})`;
  });
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
  const sum = `${count(documents, 'document')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}.`;
  return [...lines, ...(lines.length > 0 ? [''] : []), sum, ''].join('\n');
}
