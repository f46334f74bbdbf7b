import { setImmediate } from 'node:timers/promises';
import { type Count, formatCount } from '#domain/count.ts';
import type { Day } from '#domain/day.ts';
import { weight } from '#domain/fulfilment/desk-copy.ts';
import { warehousePaper } from '#domain/fulfilment/paper-copy.ts';
import type { PackingCourier } from '#domain/fulfilment/shipment.ts';
import { writeOffPaper } from '#domain/stock/paper-copy.ts';
import { formatDateTime } from '#domain/time.ts';
import { drawCode128 } from './barcode.ts';
import { addNote, drawLongTable, type TableColumn } from './parts.ts';
import {
  artifact,
  closeSheet,
  ensureRoomOnPage,
  GREY,
  HAIR,
  INK,
  INNER,
  LEFT,
  line,
  openSheet,
  part,
  px,
  RIGHT,
  type Sheet,
  write,
  writeDisplay,
} from './sheet.ts';

interface Receiver {
  name: string;
  address: string[];
  phone: string;
}
interface ToPack {
  order: number;
  receiver: Receiver;
  isCompany: boolean;
  devices: number;
  /** Other devices for faulty ones, which stand apart from what was bought. */
  isExchange: boolean;
  /** Para that the courier collects; `null`: paid ahead. */
  collect: number | null;
}
interface ToFetch {
  key: string;
  receiver: Receiver;
  boxes: number;
  grams: number;
  collect: number | null;
}

/** Serial numbers are written by hand only for so many; more are scanned. */
const LINES = 10;

/** After so many orders others get their turn. */
const IN_ONE_GO = 10;

function drawTitle(sheet: Sheet, title: string, sub: string, beside: string | null = null): void {
  part(sheet, 'H1', () =>
    writeDisplay(sheet, title, { x: LEFT, y: sheet.y, width: INNER }, { size: 40, align: 'right' }),
  );
  if (beside !== null)
    part(sheet, 'P', () => write(sheet, beside, { x: LEFT, y: sheet.y + px(14), width: INNER * 0.58 }, { size: 14 }));
  part(sheet, 'P', () => write(sheet, sub, { x: LEFT, y: sheet.y + px(46), width: INNER }, { align: 'right' }));
  sheet.y += px(84);
  artifact(sheet, () => line(sheet, LEFT, RIGHT, sheet.y, px(2)));
}

const printed = (now: Date, waiting: Count | null): string =>
  warehousePaper.printed(formatDateTime(now), waiting && formatCount(waiting));

/**
 * What is to be packed, each with its bar code, and room for its serial numbers. `waiting`: how many there are, when these are the first;
 * `pickUp`: who fetches it, and when.
 */
export async function drawPackingList(
  rows: readonly ToPack[],
  now: Date,
  waiting: Count | null = null,
  pickUp: { courier: PackingCourier; at: Date } | null = null,
): Promise<Buffer> {
  const words = warehousePaper.list;
  const sheet = openSheet({ name: words.title, issuer: '', issuedAt: now });
  const all = rows.reduce((sum, { devices }) => sum + devices, 0);
  const sub = words.sub(new Set(rows.map(({ order }) => order)).size, all, printed(now, waiting));
  drawTitle(sheet, words.title, sub, pickUp && words.fetched(pickUp.courier, pickUp.at));
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % IN_ONE_GO === 0) await setImmediate();
    drawToPack(sheet, row);
  }
  ensureRoomOnPage(sheet, px(90));
  const y = sheet.y + px(26);
  const third = INNER / 3;
  part(sheet, 'P', () => write(sheet, words.inside, { x: LEFT, y, width: third - px(24) }, { size: 12 }));
  for (const [index, text] of [words.packer, words.courier].entries()) {
    const x = LEFT + third * (index + 1);
    artifact(sheet, () => line(sheet, x, x + third - px(16), y + px(26), px(1)));
    part(sheet, 'P', () => write(sheet, text, { x, y: y + px(30), width: third - px(16) }, { size: 12, colour: GREY }));
  }
  return closeSheet(sheet, [words.scan]);
}

function drawToPack(sheet: Sheet, { order, receiver, isCompany, devices, isExchange, collect }: ToPack): void {
  const words = warehousePaper.list;
  const lines = Math.min(devices, LINES);
  const written = 4 + receiver.address.length + (isCompany ? 2 : 0);
  const height = Math.max(px(20) * written, px(92) + Math.ceil(lines / 2) * px(22)) + px(16);
  ensureRoomOnPage(sheet, height);
  const top = sheet.y + px(16);
  artifact(sheet, () =>
    sheet.pdf
      .lineWidth(px(2))
      .rect(LEFT, top + px(4), px(18), px(18))
      .stroke(INK),
  );
  part(sheet, 'H2', () =>
    writeDisplay(sheet, String(order), { x: LEFT + px(36), y: top, width: px(160) }, { size: 28 }),
  );
  part(
    sheet,
    'Figure',
    () => drawCode128(sheet.pdf, String(order), { x: LEFT + px(26), y: top + px(40), width: px(150), height: px(34) }),
    { alt: String(order) },
  );
  const at = LEFT + px(208);
  const width = px(280);
  let y = top;
  const say = (text: string, face: 'text' | 'strong' = 'text') =>
    part(sheet, 'P', () => {
      y += write(sheet, text, { x: at, y, width }, { face });
    });
  say(receiver.name, 'strong');
  for (const text of receiver.address) say(text);
  say(receiver.phone);
  y += px(4);
  say(isExchange ? words.exchange(devices) : words.device(devices), 'strong');
  if (isCompany) say(words.company);
  const x = LEFT + px(506);
  const side = RIGHT - x;
  part(sheet, 'P', () => write(sheet, words.collect, { x, y: top, width: side }, { size: 12, colour: GREY }));
  part(sheet, 'P', () =>
    write(
      sheet,
      collect === null ? words.paid : warehousePaper.label.dinars(collect),
      { x, y: top + px(18), width: side },
      { face: 'strong' },
    ),
  );
  part(sheet, 'P', () => write(sheet, words.serials, { x, y: top + px(44), width: side }, { size: 12, colour: GREY }));
  artifact(sheet, () => {
    for (let index = 0; index < lines; index += 1) {
      const wide = lines > 1 ? (side - px(12)) / 2 : side;
      const from = x + (index % 2) * (wide + px(12));
      line(sheet, from, from + wide, top + px(84) + Math.floor(index / 2) * px(22), px(1));
    }
  });
  sheet.y += Math.max(height, y - sheet.y + px(12));
  artifact(sheet, () => line(sheet, LEFT, RIGHT, sheet.y, px(1), HAIR));
}

/** What waits for the courier, to be signed parcel by parcel; `waiting` as above. */
export async function drawPickUpList(
  rows: readonly ToFetch[],
  now: Date,
  waiting: Count | null = null,
): Promise<Buffer> {
  const words = warehousePaper.pickUp;
  const sheet = openSheet({ name: words.title, issuer: '', issuedAt: now });
  const boxes = rows.reduce((sum, row) => sum + row.boxes, 0);
  drawTitle(sheet, words.title, words.sub(rows.length, boxes, printed(now, waiting)));
  sheet.y += px(18);
  const widths = [15, 35, 9, 12, 14, 15];
  const columns = words.table.map(
    (header, index): TableColumn => ({
      header,
      width: (INNER * widths[index]!) / 100,
      right: index > 1 && index < 5,
    }),
  );
  await drawLongTable(
    sheet,
    columns,
    rows.map(({ key, receiver, boxes: count, grams, collect }) => [
      [{ text: key, style: { face: 'strong' } }],
      [{ text: receiver.name, style: { face: 'strong' } }, { text: receiver.address.join(', ') }],
      [{ text: String(count) }],
      [{ text: weight(grams) }],
      [{ text: collect === null ? warehousePaper.list.paid : warehousePaper.label.dinars(collect) }],
      [{ text: '' }],
    ]),
  );
  return closeSheet(sheet, [words.foot]);
}

interface WrittenOff {
  day: Day;
  /** Name, address and numbers of the company. */
  issuer: readonly string[];
  rows: readonly { serial: string; reason: string; notes: readonly string[]; by: string }[];
  now: Date;
}

/** What was written off on one day, to be signed by whoever made it and whoever agrees. */
export async function drawWriteOffRecord({ day, issuer, rows, now }: WrittenOff): Promise<Buffer> {
  const words = writeOffPaper;
  const sheet = openSheet({ name: words.title, issuer: issuer[0]!, issuedAt: now });
  drawTitle(sheet, words.title, words.sub(day, rows.length, formatDateTime(now)));
  sheet.y += px(18);
  addNote(sheet, words.company, issuer.join(', '));
  addNote(sheet, null, words.text);
  const widths = [6, 20, 22, 32, 20];
  await drawLongTable(
    sheet,
    words.table.map((header, index): TableColumn => ({ header, width: (INNER * widths[index]!) / 100 })),
    rows.map(({ serial, reason, notes, by }, index) => [
      [{ text: String(index + 1) }],
      [{ text: serial, style: { face: 'strong' } }],
      [{ text: reason }],
      notes.length > 0 ? notes.map((text) => ({ text })) : [{ text: '' }],
      [{ text: by }],
    ]),
  );
  drawSignatures(sheet, [words.madeBy, words.approvedBy]);
  return closeSheet(sheet, [issuer[0]!]);
}

function drawSignatures(sheet: Sheet, texts: readonly [string, string]): void {
  ensureRoomOnPage(sheet, px(110));
  const y = sheet.y + px(70);
  const width = INNER * 0.4;
  for (const [index, text] of texts.entries()) {
    const x = index === 0 ? LEFT : RIGHT - width;
    artifact(sheet, () => line(sheet, x, x + width, y, px(1)));
    part(sheet, 'P', () => write(sheet, text, { x, y: y + px(6), width }, { size: 12, colour: GREY }));
  }
  sheet.y = y + px(40);
}
