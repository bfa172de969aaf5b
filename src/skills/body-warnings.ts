import { type Deviation, unportable, warning } from './deviation.ts';
import { loosens } from './loosening.ts';

const maxLines = 500;
const maxChars = 20_000;

/** What an author should know about the instructions; none of it keeps the skill from loading. */
export function warnAboutBody(body: string, firstLine: number): Deviation[] {
  if (body.trim() === '') return [unportable('there are no instructions below the front matter')];
  const lines = body.trimEnd().split('\n');
  const deviations: Deviation[] = [];
  if (lines.length > maxLines) {
    deviations.push(warning(`${lines.length} lines of instructions; move what is past ${maxLines} into references/`));
  }
  if (body.length > maxChars) {
    deviations.push(
      warning(`${body.length} characters of instructions; move what is past ${maxChars} into references/`),
    );
  }
  for (const [i, line] of lines.entries()) {
    if (loosens(line)) {
      deviations.push(
        warning(
          'asks to answer without sources or to disregard other rules; answers are checked all the same',
          firstLine + i,
        ),
      );
    }
  }
  return deviations;
}
