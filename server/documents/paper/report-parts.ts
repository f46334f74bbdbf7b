import { type CellLine, drawLogo, drawTable } from './parts.ts';
import {
  artifact,
  ensureRoomOnPage,
  GREY,
  INNER,
  LEFT,
  line,
  part,
  px,
  RIGHT,
  type Sheet,
  write,
  writeDisplay,
} from './sheet.ts';

/** Parts of papers that tell numbers: reports and statements. */

/** What stands at the top of every page before its content. */
export const HEAD = px(96);

export const said = (text: string, strong = false): CellLine[] => [
  { text, ...(strong ? { style: { face: 'strong' } } : {}) },
];

/** On every page, our name and two lines beside it; read once. */
export function drawTop(sheet: Sheet, lines: readonly string[], page: number): void {
  const draw = () => {
    drawLogo(sheet, px(32), px(28));
    let y = px(34);
    for (const text of lines)
      y += write(sheet, text, { x: LEFT, y, width: INNER }, { size: 11, colour: GREY, align: 'right' });
    line(sheet, LEFT, RIGHT, px(78), px(2));
  };
  if (page === 1) part(sheet, 'P', draw);
  else artifact(sheet, draw);
}

export function title(sheet: Sheet, text: string, room = px(60)): void {
  ensureRoomOnPage(sheet, px(28) + room);
  part(sheet, 'H2', () => writeDisplay(sheet, text, { x: LEFT, y: sheet.y, width: INNER }, { size: 18 }));
  sheet.y += px(26);
}

/** Of the whole width; columns from `firstRight` on are numbers. */
export function table(
  sheet: Sheet,
  headers: readonly string[],
  widths: readonly number[],
  rows: CellLine[][][],
  firstRight = 1,
): void {
  const columns = headers.map((header, n) => ({ header, width: INNER * widths[n]!, right: n >= firstRight }));
  drawTable(sheet, columns, rows, { x: LEFT, width: INNER, isDense: true });
  sheet.y += px(20);
}

export function addLine(sheet: Sheet, text: string): void {
  ensureRoomOnPage(sheet, px(36));
  part(sheet, 'P', () => {
    sheet.y += write(sheet, text, { x: LEFT, y: sheet.y, width: INNER }, { size: 11.5 }) + px(4);
  });
}
