import { setImmediate } from 'node:timers/promises';
import { documentNames } from '#domain/documents/copy.ts';
import type { DocumentData } from '#domain/documents/data.ts';
import { paper } from '#domain/documents/paper-copy.ts';
import { formatDate } from '#domain/time.ts';
import {
  artifact,
  ensureRoomOnPage,
  GREY,
  HAIR,
  INK,
  INNER,
  LEFT,
  line,
  part,
  px,
  RIGHT,
  type Sheet,
  type Style,
  tagged,
  textHeight,
  write,
  writeDisplay,
} from './sheet.ts';

/** Parts that papers of several kinds have. */

export const LOGO =
  'M442 0L2 -1011L400 -1011L630 -429L865 -1011L1212 -1011L785 0Z M1315 0L1315 -1011L1684 -1011L1684 0Z M1895.9 -225L1895.9 -795Q1895.9 -914 1959.4 -968Q2022.9 -1022 2156.9 -1022L2382.9 -1022Q2475.9 -1022 2534.9 -994.5Q2593.9 -967 2619.9 -911L2619.9 -1459L2990.9 -1459L2990.9 0L2619.9 0L2619.9 -100Q2593.9 -43 2534.9 -16Q2475.9 11 2382.9 11L2156.9 11Q2020.9 11 1958.4 -44Q1895.9 -99 1895.9 -225ZM2619.9 -722L2265.9 -722L2265.9 -289L2619.9 -289Z M3220.8 0L3220.8 -1011L3589.8 -1011L3589.8 0Z M3819.7 0L3819.7 -1459L4189.7 -1459L4189.7 -560L4160.7 -560L4565.7 -1011L4982.7 -1011L4569.7 -558L4567.7 -576L5082.7 0L4586.7 0L4145.7 -509L4189.7 -509L4189.7 0Z';
const DOTS: [number, string][] = [
  [1315, '#FFC51F'],
  [1438, '#1FB2C1'],
  [1561, '#35A35C'],
  [3220.9, '#CB4A9A'],
  [3343.9, '#DE4430'],
  [3466.9, '#2F50CF'],
];
const LOGO_HEIGHT = px(34);

/** Our name as it is drawn, from there down. */
export function drawLogo({ pdf }: Sheet, top: number, height = LOGO_HEIGHT): void {
  const scale = height / 1500;
  pdf
    .save()
    .translate(LEFT, top + 1480 * scale)
    .scale(scale);
  pdf.path(LOGO).fill(INK);
  for (const [x, colour] of DOTS) pdf.rect(x, -1459, 123, 318).fill(colour);
  pdf.restore();
}

/** Whose paper it is, and which. */
export function drawHead(sheet: Sheet, { kind, number, issuer }: DocumentData): void {
  const top = sheet.y;
  part(sheet, 'Figure', () => drawLogo(sheet, top), { alt: 'vidik' });
  part(sheet, 'H1', () =>
    writeDisplay(sheet, documentNames[kind], { x: LEFT, y: top, width: INNER }, { size: 40, align: 'right' }),
  );
  part(sheet, 'P', () =>
    write(sheet, number, { x: LEFT, y: top + px(46), width: INNER }, { size: 15, align: 'right' }),
  );
  let y = top + LOGO_HEIGHT + px(14);
  for (const text of [
    issuer.name,
    issuer.address,
    paper.ids(issuer.taxNumber, issuer.registrationNumber),
    issuer.email,
  ])
    part(sheet, 'P', () => {
      y += write(sheet, text, { x: LEFT, y, width: INNER / 2 }, { size: 12, colour: GREY, lead: 1.35 });
    });
  sheet.y = y + px(22);
}

export type Pair = [label: string, value: string];

/** Labels and values under one another; answers how high they became. */
export function drawPairs(
  sheet: Sheet,
  rows: readonly Pair[],
  { x, y, width, label = px(132), size = 13 }: { x: number; y: number; width: number; label?: number; size?: number },
): number {
  let at = y;
  for (const [name, value] of rows)
    part(sheet, 'P', () => {
      const place = { x: x + label + px(10), y: at + px(3.5), width: width - label - px(10) };
      const named = write(sheet, name, { x, y: place.y, width: label }, { size, colour: GREY });
      at += Math.max(named, write(sheet, value, place, { face: 'strong', size })) + px(7);
    });
  return at - y;
}

/** Who it is for, and what it belongs to, between two thick lines. */
export function drawParties(
  sheet: Sheet,
  { buyer }: DocumentData,
  facts: readonly Pair[],
  deliveredTo: readonly string[],
): void {
  const half = INNER / 2;
  const top = sheet.y + px(14);
  const width = half - px(16);
  let left = top;
  const say = (text: string, style: Style) =>
    part(sheet, 'P', () => {
      left += write(sheet, text, { x: LEFT, y: left, width }, style);
    });
  say(paper.buyer, { colour: GREY });
  left += px(4);
  say(buyer.name, { face: 'strong', size: 15, lead: 1.25 });
  left += px(2);
  for (const text of buyer.address) say(text, {});
  const ids = paper.ids(buyer.taxNumber ?? '', buyer.registrationNumber ?? '');
  if (ids) say(ids, {});
  if (deliveredTo.length > 0) {
    left += px(4);
    say(paper.deliveredTo, { colour: GREY });
    for (const text of deliveredTo) say(text, {});
  }
  const right = top + drawPairs(sheet, facts, { x: LEFT + half + px(20), y: top, width: half - px(20) });
  const bottom = Math.max(left, right) + px(14);
  artifact(sheet, () => {
    line(sheet, LEFT, RIGHT, sheet.y, px(2));
    line(sheet, LEFT, RIGHT, bottom, px(2));
    sheet.pdf.rect(LEFT + half, sheet.y, px(1), bottom - sheet.y).fill(HAIR);
  });
  sheet.y = bottom + px(26);
}

export const issuedWhere = ({ issuedOn, issuer }: DocumentData): Pair => [
  paper.place,
  `${formatDate(issuedOn).replace(/\.$/, '')}, ${issuer.seat}`,
];

/** A line of a cell. */
export interface CellLine {
  text: string;
  style?: Style;
}
export interface TableColumn {
  header: string;
  width: number;
  right?: boolean;
}

/** Pixels. */
const CELL = { size: 12.5, pad: 9 } as const;
const DENSE = { size: 11, pad: 4 } as const;
/** How high a row of one line is in a dense table, and its head. */
export const DENSE_ROW = px(DENSE.size * 1.42 + 2 * DENSE.pad);
const PAD = px(8);

/** A table that goes on over pages; its head stands on each. Rows are never cut. */
export function drawTable(...table: Parameters<typeof drawRowByRow>): void {
  const rows = drawRowByRow(...table);
  while (!rows.next().done);
}

/** After so many rows others get their turn. */
const IN_ONE_GO = 20;

/** The same for as many rows as there are. */
export async function drawLongTable(...table: Parameters<typeof drawRowByRow>): Promise<void> {
  let drawn = 0;
  for (const _ of drawRowByRow(...table)) {
    drawn += 1;
    if (drawn % IN_ONE_GO === 0) await setImmediate();
  }
}

/** Stops after each row. */
function* drawRowByRow(
  sheet: Sheet,
  columns: readonly TableColumn[],
  rows: readonly (readonly CellLine[])[][],
  { isDense = false, ...place }: { x: number; width: number; isDense?: boolean } = { x: LEFT, width: INNER },
): Generator<void> {
  const cell = isDense ? DENSE : CELL;
  const edges = columns.map((_, index) => place.x + columns.slice(0, index).reduce((sum, { width }) => sum + width, 0));
  const within = (index: number) => ({
    x: edges[index]! + (index === 0 ? 0 : PAD),
    width: columns[index]!.width - (index === 0 ? PAD : index === columns.length - 1 ? PAD : 2 * PAD),
  });
  const style = (index: number, own: Style = {}): Style => ({
    size: cell.size,
    ...(columns[index]!.right ? { align: 'right' } : {}),
    ...own,
  });
  const end = place.x + place.width;

  const head = (put: (index: number, draw: () => void) => void) => {
    const y = sheet.y + px(cell.pad - 2);
    for (const [index, { header }] of columns.entries())
      put(index, () => write(sheet, header, { ...within(index), y }, style(index, { face: 'strong' })));
    sheet.y = y + px(cell.size) * 1.42 + px(cell.pad - 2);
  };
  const underline = (thickness: number, colour: string) =>
    artifact(sheet, () => line(sheet, place.x, end, sheet.y, thickness, colour));
  const row = (cells: PDFKit.PDFStructureElement[]) => sheet.pdf.struct('TR', {}, cells);

  ensureRoomOnPage(sheet, isDense ? 3 * DENSE_ROW : px(90));
  const table: PDFKit.PDFStructureElement[] = [];
  const headers: PDFKit.PDFStructureElement[] = [];
  head((_, draw) => headers.push(tagged(sheet, 'TH', draw)));
  table.push(row(headers));
  underline(px(2), INK);
  for (const cells of rows) {
    const heights = cells.map((said, index) =>
      said.reduce((sum, one) => sum + textHeight(sheet, one.text, within(index).width, style(index, one.style)), 0),
    );
    const height = Math.max(...heights) + px(2 * cell.pad);
    if (ensureRoomOnPage(sheet, height)) {
      artifact(sheet, () => head((_, draw) => draw()));
      underline(px(2), INK);
    }
    const top = sheet.y + px(cell.pad);
    table.push(
      row(
        cells.map((said, index) =>
          tagged(sheet, 'TD', () => {
            let y = top;
            for (const one of said) y += write(sheet, one.text, { ...within(index), y }, style(index, one.style));
          }),
        ),
      ),
    );
    sheet.y += height;
    underline(px(1), HAIR);
    yield;
  }
  sheet.tree.push(sheet.pdf.struct('Table', {}, table));
}

/** A heading and a sentence under it. */
export function drawNote(sheet: Sheet, title: string | null, text: string, place = { x: LEFT, width: INNER }): number {
  let y = sheet.y;
  if (title)
    part(sheet, 'P', () => {
      y += write(sheet, title, { ...place, y }, { face: 'strong' });
    });
  part(sheet, 'P', () => {
    y += write(sheet, text, { ...place, y });
  });
  return y - sheet.y;
}

/** The same, with room made for it. */
export function addNote(sheet: Sheet, title: string | null, text: string): void {
  ensureRoomOnPage(sheet, textHeight(sheet, text, INNER) + (title ? px(20) : 0));
  sheet.y += drawNote(sheet, title, text) + px(14);
}

/** What stands at the foot: whether VAT is charged, that no stamp is needed, and who answers for it. */
export function footOf({ kind, issuer }: DocumentData): string[] {
  const vat = issuer.vatPayer ? paper.vatYes(issuer.name) : paper.vatNo(issuer.name, issuer.vatNote);
  // What both sign says nothing about signatures.
  const lines = [kind === 'returnRecord' ? vat : `${vat} ${paper.unsigned(kind)}`];
  return issuer.responsible ? [...lines, paper.responsible(issuer.responsible)] : lines;
}
