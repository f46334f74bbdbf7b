import { stringify } from 'csv-stringify/sync';

/** What a cell may hold; `null` is an empty one. */
export type Cell = string | number | null;

/** Semicolons, decimal commas and a byte order mark, as spreadsheets in Serbia expect; CRLF between the lines. */
export const csvFile = (name: string, lines: Cell[][]): File => csvFileOf(name, [csvLines(lines)]);

/** The same from parts that were written one after another, so that a long list is never in memory as objects. */
export const csvFileOf = (name: string, parts: string[]): File =>
  new File(['\ufeff', ...parts], `${name}.csv`, { type: 'text/csv; charset=utf-8' });

/** A text that a spreadsheet would calculate gets an apostrophe in front. */
export const csvLines = (lines: Cell[][]): string =>
  stringify(lines, {
    delimiter: ';',
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: { number: (value) => String(value).replace('.', ',') },
  });
