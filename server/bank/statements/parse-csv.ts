import { parse } from 'csv-parse/sync';
import { columnWords } from '#domain/bank/copy.ts';
import { parseMinorUnits } from '#domain/bank/money.ts';
import type { ColumnMapping, StatementPayment } from '#domain/bank/statement.ts';
import { columnMissing, unreadable } from './refusal.ts';
import { accountIn, normalize, parseCurrency, parseDay } from './values.ts';

/** A bank's CSV: its column names and the rows under them, whatever stands above. */
export interface CsvTable {
  columns: string[];
  rows: string[][];
  /** The same bank's next file has the same one. */
  signature: string;
}

/** A bank's file has fewer rows and columns and shorter cells, and its header near the top. */
const MAX_ROWS = 120_000;
const MAX_COLUMNS = 60;
const LONGEST_CELL = 2_000;
const HEADER_WITHIN = 200;
const MAX_CELLS = 2_000_000;

export function readCsv(text: string, lines: string[]): CsvTable {
  if (lines.length > MAX_ROWS) throw unreadable('lines');
  const table = readRows(text, lines);
  if (table.some((row) => row.length > MAX_COLUMNS || row.some((cell) => cell.length > LONGEST_CELL)))
    throw unreadable('long');
  const head = table.slice(0, HEADER_WITHIN);
  const plain = head.findIndex((row) => isHeader(row, looksLikeAmount));
  const at =
    plain >= 0
      ? plain
      : head.findIndex((row) => isHeader(row, (cell) => looksLikeAmount(cell) && !numberedName.test(cell)));
  if (at < 0) throw unreadable('columns');
  const columns = table[at]!.map((name) => normalize(name, 100));
  return { columns, rows: table.slice(at + 1), signature: columns.join('\u001f').toLowerCase() };
}

/** The separator that makes the most payments of the first lines, where none makes more the one that makes the most columns of them. */
function readRows(text: string, lines: string[]): string[][] {
  const head = lines.slice(0, 30).join('\n');
  const counts = [';', ',', '\t', '|'].map((delimiter) => {
    const rows = cut(head, delimiter);
    return {
      delimiter,
      payments: rows.filter(isPayment).length,
      widest: Math.max(...rows.map((row) => row.length), 0),
    };
  });
  const best = counts.reduce((a, b) => ((b.payments - a.payments || b.widest - a.widest) > 0 ? b : a));
  if (countOf(text, best.delimiter) > MAX_CELLS || countOf(text, '"') > 2 * MAX_CELLS) throw unreadable('long');
  return cut(text, best.delimiter);
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

function cut(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
    });
  } catch {
    return [];
  }
}

/** A day by itself and an amount: a wrong separator leaves other cells in one of them. */
const isPayment = (row: string[]): boolean =>
  row.some((cell) => /^[\d\s.:T/-]+$/.test(cell) && parseDay(cell)) && row.some(looksLikeAmount);
const looksLikeAmount = (cell: string) => parseMinorUnits(cell) !== null;
/** `Opis 1` names a column where no row is without numbers; elsewhere it stands above the columns (`Izvod 12`). */
const numberedName = /^\p{L}\D*\d{1,2}$/u;

/** At least three different words, and nothing that is already a date or an amount. */
function isHeader(row: string[], isAmount: (cell: string) => boolean): boolean {
  const named = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const plain = named.every((cell) => !parseDay(cell) && !isAmount(cell));
  return named.length >= 3 && plain && new Set(named).size === named.length;
}

/** What the column names suggest; the organiser decides. */
export function suggestMapping({ columns }: CsvTable): Partial<ColumnMapping> {
  const taken = new Set<string>();
  const suggestion: Partial<ColumnMapping> = {};
  for (const [field, patterns] of Object.entries(columnWords) as [keyof typeof columnWords, RegExp[]][]) {
    const found = patterns
      .map((pattern) => columns.find((name) => !taken.has(name) && pattern.test(name)))
      .find((name) => name !== undefined);
    if (!found) continue;
    taken.add(found);
    suggestion[field] = found;
  }
  return suggestion;
}

/** Rows with a day and an amount, which came or went; sums and headings are passed over. */
export function csvPayments(table: CsvTable, mapping: ColumnMapping): StatementPayment[] {
  const at = Object.fromEntries(
    Object.entries(mapping)
      .filter(([field, name]) => field !== 'defaultCurrency' && name)
      .map(([field, name]) => {
        const index = table.columns.indexOf(String(name));
        if (index < 0) throw columnMissing(name);
        return [field, index];
      }),
  ) as Partial<Record<keyof ColumnMapping, number>>;
  const cell = (row: string[], field: keyof ColumnMapping) => (at[field] === undefined ? '' : (row[at[field]] ?? ''));

  const dated = table.rows.filter((row) => parseDay(cell(row, 'date')));
  if (table.rows.length > 0 && dated.length === 0) throw unreadable('date');
  const signed = (row: string[]) => {
    const came = parseMinorUnits(cell(row, 'amount'));
    const went = parseMinorUnits(cell(row, 'outgoing'));
    return came === null && went === null ? null : came || -Math.abs(went ?? 0);
  };
  const priced = dated.filter((row) => signed(row) !== null);
  if (dated.length > 0 && priced.length === 0) throw unreadable('amount');
  return priced.flatMap((row) => {
    const amount = signed(row)!;
    const currency = at.currency === undefined ? mapping.defaultCurrency : parseCurrency(cell(row, 'currency'));
    if (amount === 0 || !currency) return [];
    return [
      {
        bookedOn: parseDay(cell(row, 'date'))!,
        amount: Math.abs(amount),
        currency,
        outgoing: amount < 0,
        payer: normalize(cell(row, 'payer'), 140),
        payerAccount: accountIn(cell(row, 'payerAccount')),
        reference: normalize(cell(row, 'reference'), 140),
        purpose: normalize(cell(row, 'purpose')),
        bankReference: '',
      },
    ];
  });
}
