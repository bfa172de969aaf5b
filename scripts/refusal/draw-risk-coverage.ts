import { type JudgedRefusal, pointAt, riskCoverage } from '../../src/evaluation/refusal.ts';

const size = { width: 720, height: 460, left: 64, right: 24, top: 24, bottom: 56 } as const;
const colours = ['#1b6ac9', '#c2410c', '#15803d', '#7e22ce', '#a16207'];

/** The share of false answers over the share of answerable questions that are answered, one curve a set. */
export function drawRiskCoverage(sets: ReadonlyMap<string, readonly JudgedRefusal[]>): string {
  const x = (share: number) => size.left + share * (size.width - size.left - size.right);
  const y = (share: number) => size.height - size.bottom - share * (size.height - size.top - size.bottom);
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const grid = ticks.flatMap((share) => [
    line(x(0), y(share), x(1), y(share), '#e5e7eb'),
    text(x(0) - 8, y(share) + 4, percent(share), 'end'),
    text(x(share), y(0) + 18, percent(share), 'middle'),
  ]);
  const curves = [...sets].flatMap(([name, judged], i) => {
    const colour = colours[i % colours.length] ?? '#000';
    const points = riskCoverage(judged).map(
      ({ coverage, falseAnswers }) => `${x(coverage).toFixed(1)},${y(falseAnswers).toFixed(1)}`,
    );
    const at = pointAt(judged, judged[0]?.usualLeast ?? 0);
    const row = size.top + 12 + i * 20;
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${x(0)},${y(0)} ${points.join(' ')}"/>`,
      `<circle cx="${x(at.coverage).toFixed(1)}" cy="${y(at.falseAnswers).toFixed(1)}" r="5" fill="${colour}"/>`,
      line(x(0) + 16, row, x(0) + 40, row, colour, 3),
      text(x(0) + 48, row + 4, name, 'start'),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="False answers over answered questions">`,
    `<rect width="${size.width}" height="${size.height}" fill="#ffffff"/>`,
    ...grid,
    line(x(0), y(0.05), x(1), y(0.05), '#dc2626', 1, '4 4'),
    text(x(1), y(0.05) - 6, '5 % false answers', 'end'),
    ...curves,
    text(x(0.5), size.height - 14, 'answerable questions that are answered', 'middle'),
    `<text transform="translate(18 ${y(0.5)}) rotate(-90)" text-anchor="middle">unanswerable questions that are answered</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function line(x1: number, y1: number, x2: number, y2: number, colour: string, width = 1, dash?: string): string {
  const dashes = dash === undefined ? '' : ` stroke-dasharray="${dash}"`;
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="${width}"${dashes}/>`;
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#374151">${words}</text>`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
