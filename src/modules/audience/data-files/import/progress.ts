const WINDOW_MS = 10_000;

export function rowRate(now: () => number = () => performance.now()) {
  const marks = [{ at: now(), rows: 0 }];
  return {
    with(rows: number): number {
      const last = { at: now(), rows: marks.at(-1)!.rows + rows };
      marks.push(last);
      while (marks.length > 2 && last.at - marks[1]!.at >= WINDOW_MS) marks.shift();
      const [first] = marks;
      return (last.rows - first!.rows) / (Math.max(1, last.at - first!.at) / 1_000);
    },
  };
}

interface Progress {
  status: string;
  totalRows: number;
  processedRows: number;
  rowsPerSecond: number | null;
}

export function remainingSeconds({ status, totalRows, processedRows, rowsPerSecond }: Progress): number | null {
  if (status !== 'importing' || !rowsPerSecond) return null;
  return Math.ceil(Math.max(0, totalRows - processedRows) / rowsPerSecond);
}
