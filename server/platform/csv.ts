/** What a cell may hold; `null` is an empty one. */
export type Cell = string | number | null;

/** Semicolons, decimal commas and a byte order mark, as spreadsheets in Serbia expect; CRLF between the lines. */
export function csvFile(name: string, lines: Cell[][]): File {
  const text = lines.map((line) => `${line.map(csvCell).join(';')}\r\n`).join('');
  return new File([`\ufeff${text}`], `${name}.csv`, { type: 'text/csv; charset=utf-8' });
}

/** A text that a spreadsheet would calculate gets an apostrophe in front. */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
