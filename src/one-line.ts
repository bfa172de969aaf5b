/** Text of a document in one line: of a table its cells, without the bars that draw it. */
export function inOneLine(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*\|[\s|:-]*$/.test(line))
    .map(withoutBars)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<= · [^;]*);$/, '');
}

function withoutBars(line: string): string {
  const row = /^\s*\|(.*)\|\s*$/.exec(line)?.[1];
  if (row === undefined) return line;
  const cells = row.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
  return `${cells.filter((cell) => cell !== '').join(' · ')};`;
}
