import { stringify } from 'csv-stringify/sync';
import { formatPhone } from '#domain/phone.ts';
import { dayOf, formatTime } from '#domain/time.ts';

/**
 * What a cell may hold: a text, a whole number, nothing; an amount in cents or paras, a moment or a day of Belgrade, a phone.
 * Texts may be strangers': a spreadsheet never calculates one.
 */
export type Cell = string | number | null | { amount: number } | { at: Date } | { day: Date } | { phone: string };

/** Rows read at once: a long list is never in memory as objects, and so few that what was sent is forgotten before it grows old there. */
const BATCH = 500;

/** A list read to its end, however long it is. */
export async function* everyRow<Row>(
  read: (part: { after: string | undefined; size: number }) => Promise<{ rows: Row[]; next: string | null }>,
  size = BATCH,
): AsyncGenerator<Row[]> {
  let after: string | undefined;
  do {
    const { rows, next } = await read({ after, size });
    yield rows;
    after = next ?? undefined;
  } while (after !== undefined);
}

/** Below the rows and an empty line: one line for each of these, by the number of its column. */
export const totalLines = (columns: number, totals: Record<number, Cell>[]): Cell[][] => [
  [],
  ...totals.map((cells) => Array.from({ length: columns }, (_, column) => cells[column] ?? null)),
];

const CSV = 'text/csv; charset=utf-8';

/** Semicolons, decimal commas, ISO days and a byte order mark, as spreadsheets in Serbia expect. */
export const csvFile = (name: string, parts: string[]): File =>
  new File(['\ufeff', ...parts], `${name}.csv`, { type: CSV });

/**
 * A file whose rows are read while it is sent (`server/http/api/api-routes.ts`): however many they are, one batch is in memory. What fails on the
 * way cuts the answer off, so that nobody takes a part for the whole.
 */
export class StreamedFile extends File {
  readonly #text: AsyncIterable<string>;

  constructor(name: string, type: string, text: AsyncIterable<string>) {
    super([], name, { type });
    this.#text = text;
  }

  /** `failed` is told why the rest cannot be read, and says what the reader of the stream hears of it. */
  override stream(failed: (error: unknown) => unknown = (error) => error): ReadableStream<Uint8Array<ArrayBuffer>> {
    const parts = this.#text[Symbol.asyncIterator]();
    const encoder = new TextEncoder();
    return new ReadableStream({
      async pull(controller) {
        const { value, done } = await parts.next().catch((error) => {
          throw failed(error);
        });
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: () => parts.return?.().then(() => {}),
    });
  }
}

/** As `csvFile`, of batches of lines that are read while it is sent. */
export const streamedCsv = (name: string, batches: AsyncIterable<Cell[][]>): File =>
  new StreamedFile(`${name}.csv`, CSV, textOf(batches));

async function* textOf(batches: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield '\ufeff';
  for await (const lines of batches) yield csvLines(lines);
}

export const csvLines = (lines: Cell[][]): string =>
  stringify(
    lines.map((line) => line.map(csvText)),
    { delimiter: ';', record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );

/** What spreadsheets begin to calculate at; a text that begins so gets an apostrophe. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
/** Where the comma divides cells, as in English settings, what follows it begins one. */
const FORMULA_BEHIND_COMMA = /, *(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const inert = (text: string): string => {
  const inside = text.replace(FORMULA_BEHIND_COMMA, "$&'");
  return FORMULA.test(inside) ? `'${inside}` : inside;
};

function csvText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  if (typeof cell === 'string') return inert(cell);
  if ('amount' in cell) return (cell.amount / 100).toFixed(2).replace('.', ',');
  if ('at' in cell) return `${dayOf(cell.at)} ${formatTime(cell.at)}`;
  if ('day' in cell) return dayOf(cell.day);
  // `(+381) 64 1234567` is a text everywhere; with the plus in front it would be calculated.
  return inert(formatPhone(cell.phone).replace(/^\+\d+/, '($&)'));
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Sheet {
  name: string;
  title: string;
  header: string[];
  /** Of each column, in characters. */
  widths: number[];
  lines: Cell[][];
}

export async function xlsxFile({ name, title, header, widths, lines }: Sheet): Promise<File> {
  const heads = header.map((value) => ({ value, fontWeight: 'bold' as const }));
  const { default: writeXlsx } = await import('write-excel-file/node');
  const book = await writeXlsx([heads, ...lines.map((line) => line.map(xlsxCell))], {
    sheet: title,
    stickyRowsCount: 1,
    columns: widths.map((width) => ({ width })),
  }).toBuffer();
  return new File([new Uint8Array(book)], `${name}.xlsx`, { type: XLSX });
}

function xlsxCell(cell: Cell) {
  if (cell === null) return null;
  if (typeof cell === 'string') return { value: cell, type: String };
  if (typeof cell === 'number') return { value: cell, type: Number, format: '0' };
  if ('amount' in cell) return { value: cell.amount / 100, type: Number, format: '#,##0.00' };
  if ('at' in cell) return { value: wallClock(cell.at), type: Date, format: 'dd.mm.yyyy hh:mm' };
  if ('day' in cell) return { value: new Date(`${dayOf(cell.day)}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' };
  return { value: formatPhone(cell.phone), type: String, format: '@' };
}

/** A sheet knows no time zones: the moment whose UTC time is what a clock in Belgrade showed. */
const wallClock = (when: Date): Date => new Date(`${dayOf(when)}T${formatTime(when)}:00Z`);
