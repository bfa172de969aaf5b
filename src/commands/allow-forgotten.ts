import type { App } from '../app.ts';
import { BylawError } from '../errors.ts';
import { printable } from '../printable.ts';
import { type CommandContext, type ExitStatus, printJson } from './command.ts';

/** Lets files that hold a forgotten content be read again by the next sync; they are named as the last sync named them. */
export async function allowForgotten(app: App, context: CommandContext, reference: string): Promise<ExitStatus> {
  const { documents, forgetting } = app.records;
  const wanted = reference.toLowerCase();
  const allowed: string[] = [];
  for (const source of await documents.sources()) {
    for (const { document, path, fingerprint, failure } of await documents.states(source)) {
      if (failure === undefined || ![document, path].some((name) => name.toLowerCase() === wanted)) continue;
      if (!(await forgetting.allow(fingerprint.split(':')[0] ?? ''))) continue;
      // So that the next sync looks at it again, though the file is the same.
      await documents.touch([{ document, stamp: '' }]);
      allowed.push(document);
    }
  }
  if (allowed.length === 0) {
    throw new BylawError(
      'usage',
      `no file called "${reference}" is kept out because it was forgotten: bylaw index lists those`,
    );
  }
  if (context.json) printJson(context, { allowed });
  else context.stdout.write(printable(`${allowed.join(', ')} will be read again by the next sync.\n`));
  return 0;
}
