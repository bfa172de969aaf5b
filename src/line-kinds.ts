/** What a line of Markdown is, told from the line alone; every check takes linear time. */

export function isListItem(line: string): boolean {
  return /^[ \t>]*(?:[-*+•‣▪–]|\(?(?:\d{1,3}|[a-z])[.)])[ \t]/.test(line);
}

export function isTableDelimiter(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[\s|:>-]+$/.test(line);
}

export function isTableRow(line: string): boolean {
  return /^[ \t>]*\|/.test(line);
}

/** The run of marks that opens or closes fenced code, if the line does. */
export function fenceMarks(line: string): string | undefined {
  // Three backticks closed on the same line are inline code.
  return /^[ \t>]*(?:(`{3,})[^`]*$|(~{3,}))/.exec(line)?.slice(1).find(Boolean);
}
