export type CsvValue = string | number;

/** Semicolons, decimal commas and a byte order mark, as spreadsheets in Serbia expect; CRLF after every line. */
export const csvStart = '\ufeff';
export const csvLines = (lines: readonly (readonly CsvValue[])[]): string =>
  lines.map((line) => `${line.map(csvCell).join(';')}\r\n`).join('');

/** A text that a spreadsheet would calculate gets an apostrophe in front. */
export function csvCell(value: CsvValue): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
