import { sumOf, sumsByRate, unitPrice } from '#domain/documents/amounts.ts';
import { dueOf, type Line, type MoneyDocument, serialRanges } from '#domain/documents/data.ts';
import { paper, sold } from '#domain/documents/paper-copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { formatDate } from '#domain/time.ts';
import { qrModules } from '../../platform/qr/qr-png.ts';
import {
  addNote,
  type CellLine,
  drawHead,
  drawNote,
  drawPairs,
  drawParties,
  drawTable,
  issuedWhere,
  type Pair,
  type TableColumn,
} from './parts.ts';
import {
  artifact,
  ensureRoomOnPage,
  GREEN,
  GREY,
  INK,
  INNER,
  LEFT,
  line,
  part,
  px,
  RIGHT,
  type Sheet,
  textHeight,
  write,
  writeDisplay,
  writeRuns,
} from './sheet.ts';

/** Proforma, advance, invoice and credit note. */
export function drawMoneyPaper(sheet: Sheet, data: MoneyDocument): void {
  drawHead(sheet, data);
  drawParties(sheet, data, factsOf(data), data.deliveredTo);
  drawLines(sheet, data);
  drawSums(sheet, data);
  if (data.pay) drawPay(sheet, data.pay);
  if (data.paid) drawPaid(sheet, data.paid);
  if (data.kind === 'proforma') addNote(sheet, null, paper.proforma[whatIsSold(data)]);
  if (data.cited) {
    const { kind, number, issuedOn } = data.cited;
    const text =
      data.kind === 'creditNote'
        ? paper.credit(kind === 'advance', number, formatDate(issuedOn), data.reason)
        : paper.inPlaceOf(data.reason);
    addNote(sheet, null, data.kind === 'creditNote' ? `${text}.` : text);
  }
  if (data.consumer) drawRights(sheet, data.warranty);
  else if (data.warranty) addNote(sheet, paper.warranty, paper.warrantyText(data.warranty));
}

function whatIsSold({ lines }: MoneyDocument): keyof typeof paper.proforma {
  const { unit, quantity, name } = lines[0]!;
  if (unit === 'month') return quantity > 1 ? 'months' : 'month';
  return name === sold.device ? 'device' : 'special';
}

const day = (value: string | null, label: string): Pair[] => (value ? [[label, formatDate(value)]] : []);

const factsOf = (data: MoneyDocument): Pair[] => [
  issuedWhere(data),
  ...day(data.suppliedOn, paper.supplied),
  ...day(data.validUntil, paper.validUntil),
  ...(data.order === null ? [] : [[paper.order, String(data.order)] satisfies Pair]),
  ...(data.shipment === null ? [] : [[paper.shipment, data.shipment] satisfies Pair]),
  ...(data.rate === null ? [] : [[paper.rate, paper.rateOf(data.rate)] satisfies Pair]),
];

const small = { size: 11, colour: GREY, lead: 1.35 } as const;
/** So many serial numbers stand in one row of the table at most: a row is never cut. */
const SERIALS = 120;

/** What was sold. Of a company that pays no VAT: without its columns. */
function drawLines(sheet: Sheet, { lines, issuer }: MoneyDocument): void {
  const withVat = issuer.vatPayer || lines.some(({ percent }) => percent !== null);
  const widths = withVat ? [30, 0, 76, 104, 104, 48, 104] : [30, 0, 80, 110, 120];
  widths[1] = INNER / 0.75 - widths.reduce((sum, width) => sum + width, 0);
  const headers = withVat ? paper.table : paper.tableWithoutVat;
  const columns = headers.map(
    (header, index): TableColumn => ({ header, width: px(widths[index]!), right: index > 1 }),
  );
  drawTable(
    sheet,
    columns,
    lines.flatMap((one, index) => rowsOf(one, index + 1, withVat)),
  );
  sheet.y += px(18);
}

function rowsOf(one: Line, position: number, withVat: boolean): CellLine[][][] {
  const money = (amount: number): CellLine[] => [{ text: paper.digits(amount) }];
  const runs = serialRanges(one.serials).map(({ from, to }) => (to ? `${from} ${paper.to} ${to}` : from));
  const label = one.serials.length === 1 ? paper.serial : paper.serials;
  const chunks = Array.from({ length: Math.ceil(runs.length / SERIALS) }, (_, at) => ({
    text: `${label} ${runs.slice(at * SERIALS, (at + 1) * SERIALS).join(', ')}`,
    style: small,
  }));
  const [first, ...more] = chunks;
  const name: CellLine[] = [
    { text: one.name, style: { face: 'strong' } },
    ...(one.note ? [{ text: one.note, style: small }] : []),
    ...(first ? [first] : []),
  ];
  const quantity = [{ text: `${one.quantity} ${paper.units[one.unit]}` }];
  const vat = [{ text: one.percent === null ? '0%' : `${one.percent}%` }];
  const amounts = withVat
    ? [money(unitPrice(one)), money(one.base), vat, money(one.gross)]
    : [money(unitPrice(one)), money(one.gross)];
  return [
    [[{ text: String(position) }], name, quantity, ...amounts],
    ...more.map((chunk) => [[], [chunk], [], ...amounts.map(() => [])]),
  ];
}

/** Sums on the right; advances that they were reduced by on the left. */
function drawSums(sheet: Sheet, data: MoneyDocument): void {
  const rows = sumRows(data);
  const advances = data.advances.length;
  ensureRoomOnPage(sheet, Math.max(rows.length * px(26) + px(80), advances > 0 ? px(70) + advances * px(48) : 0));
  const top = sheet.y;
  const width = px(advances > 0 ? 326 : 344);
  const x = RIGHT - width;
  if (advances > 0) drawAdvances(sheet, data, width);
  const left = sheet.y;
  let y = top;
  for (const [name, value] of rows)
    part(sheet, 'P', () => {
      const height = write(sheet, name, { x, y: y + px(3.5), width: width / 2 }, { colour: GREY });
      write(sheet, value, { x, y: y + px(3.5), width }, { face: 'strong', align: 'right' });
      y += height + px(7);
    });
  y += px(6);
  artifact(sheet, () => line(sheet, x, RIGHT, y, px(2)));
  y += px(10);
  const whole = sumOf(data.lines).gross;
  const last = data.kind === 'creditNote' || data.kind === 'advance' ? whole : dueOf(data);
  part(sheet, 'P', () => {
    write(sheet, lastRow(data.kind), { x, y: y + px(11), width: width / 3 }, { face: 'strong' });
    writeDisplay(sheet, paper.rsd(last), { x, y, width }, { size: 30, align: 'right' });
  });
  y += px(38);
  if (data.price && last === whole)
    part(sheet, 'P', () => {
      y += write(sheet, formatMoneyExact(data.price!), { x, y, width }, { align: 'right' });
    });
  sheet.y = Math.max(left, y) + px(22);
}

const lastRow = (kind: MoneyDocument['kind']): string =>
  ({ proforma: paper.toTransfer, advance: paper.received, invoice: paper.toPay, creditNote: paper.credited })[kind];

function sumRows({ lines, issuer, advances, paid, kind }: MoneyDocument): Pair[] {
  const { gross } = sumOf(lines);
  const advance = advances.reduce((sum, { amount }) => sum + amount, 0);
  const taxed = sumsByRate(lines).flatMap(({ percent, base, tax }): Pair[] => [
    ...(percent === null && !issuer.vatPayer ? [] : [[paper.base(percent), paper.rsd(base)] satisfies Pair]),
    ...(percent === null ? [] : [[paper.vat(percent), paper.rsd(tax)] satisfies Pair]),
  ]);
  if (kind !== 'invoice') return taxed;
  return [
    ...taxed,
    [paper.total, paper.rsd(gross)],
    ...(advance > 0 ? [[paper.lessAdvance, paper.rsd(-advance)] satisfies Pair] : []),
    ...(paid && paid.amount > 0 ? [[paper.lessPaid, paper.rsd(-paid.amount)] satisfies Pair] : []),
  ];
}

function drawAdvances(sheet: Sheet, { advances, kind }: MoneyDocument, beside: number): void {
  const width = INNER - beside - px(28);
  const title = kind === 'creditNote' ? paper.advancesKept : paper.advances;
  part(sheet, 'H2', () => writeDisplay(sheet, title, { x: LEFT, y: sheet.y, width }, { size: 16 }));
  sheet.y += px(22);
  const columns = paper.advanceTable.map((header, index) => ({
    header,
    width: width * [0.34, 0.24, 0.42][index]!,
    right: index === 2,
  }));
  const rows = advances.map(({ number, receivedOn, amount, tax }): CellLine[][] => [
    [{ text: number }],
    [{ text: formatDate(receivedOn) }],
    [{ text: paper.digits(amount) }, ...(tax > 0 ? [{ text: paper.ofWhichVat(tax), style: small }] : [])],
  ]);
  drawTable(sheet, columns, rows, { x: LEFT, width });
}

/** What a payment slip asks for, in a frame with the code that banks' programs read. Only while money is due. */
function drawPay(sheet: Sheet, pay: NonNullable<MoneyDocument['pay']>): void {
  const height = px(222);
  ensureRoomOnPage(sheet, height);
  const top = sheet.y;
  const side = px(190);
  artifact(sheet, () => frame(sheet, top, height, [RIGHT - side]));
  const width = INNER - side - px(36);
  part(sheet, 'H2', () =>
    writeDisplay(sheet, paper.pay.title, { x: LEFT + px(18), y: top + px(16), width }, { size: 20 }),
  );
  const rows: Pair[] = [
    [paper.pay.payee, pay.payee],
    [paper.pay.account, pay.account],
    [paper.pay.amount, paper.rsd(pay.amount)],
    [paper.pay.reference, `97\u00a0\u00a0\u00a0${pay.reference}`],
    [paper.pay.purpose, pay.purpose],
    [paper.pay.code, pay.code],
  ];
  drawPairs(sheet, rows, { x: LEFT + px(18), y: top + px(46), width, label: px(146), size: 13.5 });
  const qr = px(160);
  const left = RIGHT - side + (side - qr) / 2;
  part(sheet, 'Figure', () => drawQr(sheet, pay.qr, left, top + px(8), qr), { alt: paper.pay.qrAlt });
  const under = { x: RIGHT - side, width: side };
  part(sheet, 'P', () =>
    write(sheet, paper.pay.qr, { ...under, y: top + px(170) }, { face: 'strong', align: 'center' }),
  );
  part(sheet, 'P', () => write(sheet, paper.pay.scan, { ...under, y: top + px(190) }, { ...small, align: 'center' }));
  sheet.y = top + height + px(18);
}

/** As vectors: sharp at any size. The quiet zone is part of the modules. */
function drawQr({ pdf }: Sheet, payload: string, left: number, top: number, size: number): void {
  const modules = qrModules(payload);
  const side = size / modules.length;
  for (const [y, row] of modules.entries()) {
    for (const [x, dark] of row.entries()) if (dark) pdf.rect(left + x * side, top + y * side, side, side);
  }
  pdf.fill(INK);
}

function drawPaid(sheet: Sheet, { on, how, reference }: NonNullable<MoneyDocument['paid']>): void {
  const x = LEFT + px(46);
  const width = INNER - px(64);
  const date = `${paper.paidOn(formatDate(on))} `;
  const text = paper.paidHow[how](reference);
  const height = textHeight(sheet, date + text, width) + px(28);
  ensureRoomOnPage(sheet, height);
  artifact(sheet, () => {
    frame(sheet, sheet.y, height, []);
    sheet.pdf.rect(LEFT + px(18), sheet.y + (height - px(14)) / 2, px(14), px(14)).fill(GREEN);
  });
  part(sheet, 'P', () => writeRuns(sheet, [date, text], { x, y: sheet.y + px(14), width }));
  sheet.y += height + px(22);
}

function frame({ pdf }: Sheet, top: number, height: number, dividers: number[]): void {
  pdf
    .lineWidth(px(2))
    .rect(LEFT + px(1), top, INNER - px(2), height)
    .stroke(INK);
  for (const x of dividers) pdf.rect(x, top, px(2), height).fill(INK);
}

/** What a consumer may do, beside the warranty. */
function drawRights(sheet: Sheet, warranty: string | null): void {
  ensureRoomOnPage(sheet, px(90));
  const width = INNER / 2 - px(20);
  const left = drawNote(sheet, paper.withdrawal, paper.withdrawalText, { x: LEFT, width });
  const right = warranty
    ? drawNote(sheet, paper.warranty, paper.warrantyText(warranty), { x: LEFT + INNER / 2 + px(20), width })
    : 0;
  sheet.y += Math.max(left, right) + px(14);
}
