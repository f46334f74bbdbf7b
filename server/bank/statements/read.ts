import {
  type ColumnMapping,
  MAX_LINES,
  type StatementFormat,
  type StatementHead,
  type StatementPayment,
} from '#domain/bank/statement.ts';
import { referencesIn, reservationNumberIn } from '#domain/events/payment/reference.ts';
import { orderReferencesIn } from '#domain/orders/transfer/reference.ts';
import { decodeStatement } from './decode.ts';
import { linesOf } from './lines-of-text.ts';
import type { Mentions } from './match.ts';
import { parseCamt } from './parse-camt.ts';
import { type CsvTable, csvPayments, readCsv, suggestMapping } from './parse-csv.ts';
import { isMt940, parseMt940 } from './parse-mt940.ts';
import { RefusedStatement, unreadable } from './refusal.ts';
import { headOf, newSection, type Section } from './sections.ts';

const SAMPLE_ROWS = 4;

export interface StatementFile {
  bytes: Uint8Array;
  /** The organiser's answer, for a CSV. */
  mapping?: ColumnMapping | undefined;
  /** Earlier answers by header. */
  remembered: Record<string, ColumnMapping>;
}

export type ReadPayment = StatementPayment & Mentions;

/** The columns of a CSV with its first rows. */
interface CsvColumns {
  columns: string[];
  sample: string[][];
}

export type Reading =
  | {
      kind: 'read';
      format: StatementFormat;
      head: StatementHead;
      payments: ReadPayment[];
      header?: string;
      /** Of a CSV, with what its columns were taken for. */
      csv?: CsvColumns & { suggestion: ColumnMapping };
    }
  | (CsvColumns & {
      kind: 'mapping';
      suggestion: Partial<ColumnMapping>;
      /** The suggestion is an earlier answer. */
      isKnown: boolean;
    });

/** A bank's file as payments with the reservations they mention, or the question what its columns are. Knows no database. */
export function readStatement({ bytes, mapping, remembered }: StatementFile): Reading {
  const text = decodeStatement(bytes);
  if (text.trimStart().startsWith('<')) return read('camt', parseCamt(text));
  const lines = linesOf(text);
  if (isMt940(lines)) return read('mt940', parseMt940(lines));

  const table = readCsv(text, lines);
  const { columns, rows, signature: header } = table;
  const shown = {
    columns: columns.filter((name) => name !== ''),
    sample: rows.slice(0, SAMPLE_ROWS).map((row) => columns.flatMap((name, at) => (name ? [row[at] ?? ''] : []))),
  };
  const readAs = (chosen: ColumnMapping) => ({
    ...read('csv', [{ ...newSection(), payments: csvPayments(table, chosen) }]),
    header,
    csv: { ...shown, suggestion: chosen },
  });
  if (mapping) return readAs(mapping);
  const known = remembered[header];
  if (!known) return { kind: 'mapping', ...shown, suggestion: suggestMapping(table), isKnown: false };
  try {
    return readAs(known);
  } catch (error) {
    if (!isAboutColumns(error)) throw error;
    return { kind: 'mapping', ...shown, suggestion: stillThere(table, known), isKnown: true };
  }
}

/** The answer for an earlier file does not fit this one, in which perhaps money only went: columns are asked for again. */
const isAboutColumns = (error: unknown): boolean =>
  error instanceof RefusedStatement &&
  (error.refusal.code === 'STATEMENT_COLUMN_MISSING' || ['date', 'amount'].includes(error.refusal.data.reason));

/** What was answered before, unless columns are written differently now. */
function stillThere(table: CsvTable, { defaultCurrency, ...named }: ColumnMapping): Partial<ColumnMapping> {
  const isThere = Object.values(named).every((name) => !name || table.columns.includes(name));
  return { ...(isThere ? named : suggestMapping(table)), defaultCurrency };
}

function read(format: StatementFormat, sections: Section[]) {
  const payments: StatementPayment[] = sections.flatMap((section) => section.payments);
  if (payments.length === 0) throw unreadable('empty');
  if (payments.length > MAX_LINES) throw unreadable('lines');
  return {
    kind: 'read' as const,
    format,
    head: headOf(sections),
    payments: payments.map((payment) => ({ ...payment, ...mentionsOf(payment) })),
  };
}

const NOTHING: Mentions = { references: [], orders: [], number: null };

/** What left the account pays for nothing of ours, nor does what came back to it. */
const mentionsOf = ({ reference, purpose, outgoing, reversed }: StatementPayment): Mentions =>
  outgoing || reversed
    ? NOTHING
    : {
        references: [...referencesIn(reference), ...referencesIn(purpose)],
        orders: [...new Set([...orderReferencesIn(reference), ...orderReferencesIn(purpose)])],
        number: reservationNumberIn(purpose) ?? reservationNumberIn(reference),
      };
