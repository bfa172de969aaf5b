import { type Deviation, unportable, warning } from './deviation.ts';

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

const loosening: readonly RegExp[] = [
  /\b(?:ignore|skip|omit|leave out|drop|disregard|bypass)\b[^.\n]{0,40}\b(?:citations?|citing|sources?|grounding)\b/i,
  /\b(?:ignore|disregard|override)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|other|system)\b[^.\n]{0,20}\b(?:instructions?|rules?|prompts?)\b/i,
  /\b(?:no need to|(?:do not|don't|never) have to|(?:do not|don't|never)) cite(?: (?:anything|any|sources?|passages?))?\s*(?:[.,;!]|$)/i,
  /\banswer (?:it |this )?from (?:memory|general knowledge)\b/i,
  /\b(?:ohne|keine) (?:quellen(?:angaben?)?|belege|zitate)\b[^.\n]{0,20}\b(?:antworten|angeben|nennen)\b/i,
];
const forbidding = /\b(?:never|not|n't|nie|niemals|nicht)\b[^.\n]{0,12}$/i;

function loosens(line: string): boolean {
  return loosening.some((pattern) => {
    const match = pattern.exec(line);
    return match !== null && !forbidding.test(line.slice(0, match.index));
  });
}
