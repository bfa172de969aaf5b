const evidence = `(?:citations?|sources?|references?)`;
const belege = `(?:quellen?(?:angaben?|verweise?)?|belege?|zitate?|nachweise?|fundstellen?)`;
/** After these the sentence is about some sources only. */
const narrowed = String.raw`(?!,?\s+(?:ids?|of|that|which|you|older|newer|from|other|outside|whose|unless|without|not|is|are|will|would|must|may|can|die|welche|deren|aus|von|ohne|ist|sind)\b)`;
/** A few words of one clause that do not turn its sense around. */
const within = (most: number) =>
  String.raw`(?:(?!\b(?:without|unless|but|except|as|from|never|not|nie|niemals|nicht|ohne|als|aus)\b)[^.;:\n]){0,${most}}`;

const loosening: readonly RegExp[] = [
  /\b(?:ignore|skip|omit|leave out|drop|disregard|bypass)\b[^.\n]{0,40}\b(?:citations?|citing|sources?|grounding)\b/i,
  /\b(?:ignore|disregard|override|forget)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|other|system)\b[^.\n]{0,20}\b(?:instructions?|rules?|prompts?)\b/i,
  /\b(?:no need to|(?:do not|don['’]t|never) have to|(?:do not|don['’]t|never)) cite(?: (?:anything|any|sources?|passages?))?\s*(?:[.,;!]|$)/i,
  pattern(
    String.raw`\b(?:(?:must|should|do|need) not|(?:must|should|do|need)n['’]t|never) (?:cite|include|give|mention|name|add|list|show|provide|quote)\b${within(25)}\b${evidence}\b${narrowed}`,
  ),
  pattern(
    String.raw`\b(?:answer|reply|respond)\b${within(30)}\bwithout (?:(?:any|the|giving|citing|including|adding) )*(?:${evidence}|citing)\b${narrowed}`,
  ),
  pattern(
    String.raw`\b(?:citations?|citing|sources|references) (?:(?:(?:are|is) not|aren['’]t|isn['’]t) (?:needed|required|necessary|wanted)|(?:are|is) (?:unnecessary|unneeded))\b`,
  ),
  pattern(String.raw`\bno (?:citations?|sources|references) (?:(?:are|is) )?(?:needed|required|necessary)\b`),
  /\banswer\b[^.\n]{0,20}\b(?:from|with|using|by|based on|out of) (?:(?:your )?memory|(?:your (?:own )?|own |general |prior )(?:general |prior )?knowledge)\b/i,
  /\b(?:use|rely on|draw on|trust) (?:your )?(?:own|general|prior) knowledge\b/i,
  pattern(
    String.raw`(?<!\p{L})(?:zitier|nenn|gib|geb|erwähn|verwend|führ)\p{L}*${within(20)}\bkeine(?:rlei|n)? ${belege}(?!\p{L})${narrowed}`,
  ),
  pattern(
    String.raw`(?<!\p{L})antwort(?:e|en|et)?(?!\p{L})${within(20)}\bohne (?:(?:die|eine?|jede|jegliche) )*${belege}(?!\p{L})${narrowed}`,
  ),
  pattern(
    String.raw`\b(?:ohne|keine) (?:quellen(?:angaben?)?|belege|zitate)\b[^.\n]{0,20}\b(?:antworten|angeben|nennen|zitieren)\b`,
  ),
  pattern(
    String.raw`(?<!\p{L})${belege} (?:(?:sind|ist) )?(?:nicht (?:nötig|notwendig|erforderlich|gewünscht)|überflüssig|unnötig)(?!\p{L})`,
  ),
  pattern(
    String.raw`(?<!\p{L})(?:ignorier|missacht|übergeh|vergiss|vergess)\p{L}*[^.\n]{0,30}(?<!\p{L})(?:vorherig|vorig|obig|früher|bisherig|vorangehend|ander|system)\p{L}*[^.\n]{0,20}(?:anweisung|regel|vorgabe|prompt)`,
  ),
  pattern(String.raw`(?<!\p{L})(?:ignorier|missacht|verzicht)\p{L}*[^.\n]{0,20}(?<!\p{L})${belege}(?!\p{L})`),
  pattern(
    String.raw`(?<!\p{L})antwort(?:e|en|et)?(?!\p{L})${within(20)}\baus (?:dem gedächtnis|(?:deinem |ihrem )?(?:eigenen|eigenem|allgemeinem) wissen)`,
  ),
];
const forbidding =
  /(?:\b(?:never|not|cannot|if|when|instead of|rather than|nie|niemals|nicht)\b|n['’]t\b)[^.\n]{0,12}$|\bno $/i;

/** Whether a line tells to answer without sources, from what the model knows anyway, or against other rules. */
export function loosens(line: string): boolean {
  return loosening.some((each) => {
    const match = each.exec(line);
    return match !== null && !forbidding.test(line.slice(0, match.index));
  });
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'iu');
}
