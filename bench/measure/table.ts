/** One line of a benchmark's table. */
export interface Figure {
  what: string;
  measured: string;
  /** What it is compared with, measured in the same run. */
  comparison?: string;
  target?: string;
  met?: boolean;
}

export function print(figures: Figure[]): void {
  const rows = [
    ['', 'measured', 'compared with', 'target', ''],
    ...figures.map(({ what, measured, comparison = '', target = '', met }) => [
      what,
      measured,
      comparison,
      target,
      met === undefined ? '' : met ? 'met' : 'MISSED',
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd());
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`;
export const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;
