import { type CellLine, DENSE_ROW, drawTable } from './parts.ts';
import { BOTTOM, ensureRoomOnPage, INNER, LEFT, part, px, type Sheet, textHeight, writeDisplay } from './sheet.ts';

/** A dense table under its title; an empty title belongs to the table at its left, which goes on. */
export interface SideTable {
  title: string;
  headers: readonly string[];
  /** Shares of its width. */
  widths: readonly number[];
  /** Each cell one line. */
  rows: CellLine[][][];
}

const GAP = px(24);
const WIDTH = (INNER - GAP) / 2;
const TITLE = px(26);
const MARGIN = px(2);

export const tableHeight = (rows: number): number => (rows + 1) * DENSE_ROW + MARGIN;

/** One long table in two columns of each page: down the left one, then down the right one, then on the next page. */
export function drawTableInTwoColumns(sheet: Sheet, table: SideTable): void {
  for (let rest = table.rows; rest.length > 0; ) {
    ensureRoomOnPage(sheet, TITLE + tableHeight(Math.min(rest.length, 4)));
    const half = Math.min(fitting(sheet, [table]), Math.ceil(rest.length / 2));
    drawTablesSideBySide(sheet, [
      { ...table, rows: rest.slice(0, half) },
      { ...table, title: '', rows: rest.slice(half, 2 * half) },
    ]);
    rest = rest.slice(2 * half);
  }
}

/** Rows that the rest of the page has room for, one at least. */
const fitting = (sheet: Sheet, halves: readonly SideTable[]): number =>
  Math.max(1, Math.floor((BOTTOM - sheet.y - TITLE - MARGIN) / rowHeight(sheet, halves)) - 1);

/** Two tables beside one another; as many rows as fit, the rest on the next pages. */
export function drawTablesSideBySide(sheet: Sheet, halves: readonly [SideTable, SideTable]): void {
  const rest = halves.map((half) => ({ ...half, rows: half.rows }));
  while (rest.some(({ rows }) => rows.length > 0)) {
    const most = Math.max(...rest.map(({ rows }) => rows.length));
    ensureRoomOnPage(sheet, TITLE + tableHeight(Math.min(most, 4)));
    const fits = fitting(sheet, rest);
    const top = sheet.y;
    let bottom = top;
    for (const [n, half] of rest.entries()) {
      const taken = half.rows.splice(0, fits);
      if (taken.length === 0) continue;
      const x = LEFT + n * (WIDTH + GAP);
      if (half.title)
        part(sheet, 'H2', () => writeDisplay(sheet, half.title, { x, y: top, width: WIDTH }, { size: 18 }));
      sheet.y = top + TITLE;
      const columns = half.headers.map((header, at) => ({ header, width: WIDTH * half.widths[at]!, right: at > 0 }));
      drawTable(sheet, columns, taken, { x, width: WIDTH, isDense: true });
      bottom = Math.max(bottom, sheet.y);
    }
    sheet.y = bottom + px(20);
  }
}

/** Of the highest row: long names take two lines. */
function rowHeight(sheet: Sheet, halves: readonly SideTable[]): number {
  const heights = halves.flatMap(({ rows, widths }) =>
    rows.map(([first]) => textHeight(sheet, first?.[0]?.text ?? '', WIDTH * widths[0]! - px(8), { size: 11 })),
  );
  return Math.max(DENSE_ROW, ...heights.map((height) => height + px(8)));
}
