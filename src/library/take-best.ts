interface ScoredRow {
  readonly id: number;
  readonly score: number;
}

const step = 25;

/**
 * The best rows of several lists that are each roughly in order, best first, equal ones by id. Scoring a row costs, so
 * a list is read on, a step at a time, only while its last step held a row that is among the best so far.
 */
export function takeBest<Row>(
  lists: readonly Iterator<Row>[],
  count: number,
  score: (row: Row) => ScoredRow,
): ScoredRow[] {
  let best: ScoredRow[] = [];
  let open = [...lists];
  while (open.length > 0) {
    const steps = open.map((list) => ({ list, rows: read(list).map(score) }));
    best = [...best, ...steps.flatMap(({ rows }) => rows)].sort((a, b) => b.score - a.score || a.id - b.id);
    best = best.slice(0, count);
    const least = best.length === count ? (best.at(-1)?.score ?? 0) : Number.NEGATIVE_INFINITY;
    open = steps
      .filter(({ list, rows }) => {
        const goesOn = rows.length === step && rows.some((row) => row.score >= least);
        if (!goesOn) list.return?.();
        return goesOn;
      })
      .map(({ list }) => list);
  }
  return best;
}

function read<Row>(list: Iterator<Row>): Row[] {
  const rows: Row[] = [];
  while (rows.length < step) {
    const next = list.next();
    if (next.done) break;
    rows.push(next.value);
  }
  return rows;
}
