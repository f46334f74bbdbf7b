import type { ReturnRecord, WarrantyDocument } from '#domain/documents/data.ts';
import { paper } from '#domain/documents/paper-copy.ts';
import { formatDate } from '#domain/time.ts';
import { addNote, drawHead, drawParties, drawTable, issuedWhere, type Pair } from './parts.ts';
import { artifact, ensureRoomOnPage, GREY, INK, INNER, LEFT, line, part, px, type Sheet, write } from './sheet.ts';

const columnsOf = (headers: readonly string[], widths: readonly number[]) =>
  headers.map((header, index) => ({ header, width: (INNER * widths[index]!) / 100 }));
const orderOf = (order: number | null): Pair[] => (order === null ? [] : [[paper.order, String(order)]]);

/** The warranty: which devices, until when, and what that means. */
export function drawWarranty(sheet: Sheet, data: WarrantyDocument): void {
  const words = paper.warrantyList;
  drawHead(sheet, data);
  const facts: Pair[] = [
    issuedWhere(data),
    ...orderOf(data.order),
    ...(data.invoice ? [[words.invoice, data.invoice] satisfies Pair] : []),
    [words.delivered, formatDate(data.deliveredOn)],
  ];
  drawParties(sheet, data, facts, []);
  drawTable(
    sheet,
    columnsOf(words.table, [6, 48, 24, 22]),
    data.devices.map(({ name, serial, until }, index) => [
      [{ text: String(index + 1) }],
      [{ text: name, style: { face: 'strong' } }],
      [{ text: serial }],
      [{ text: formatDate(until) }],
    ]),
  );
  sheet.y += px(24);
  addNote(sheet, words.terms, words.termsText);
  addNote(sheet, words.exceptions, words.exceptionsText);
  addNote(sheet, words.how, words.howText(data.issuer.email));
  addNote(sheet, null, words.law);
}

/** The record of a return: what came back, how it was, and what was decided; signed by both where they meet. */
export function drawReturnRecord(sheet: Sheet, data: ReturnRecord): void {
  const words = paper.record;
  drawHead(sheet, data);
  const facts: Pair[] = [
    issuedWhere(data),
    ...orderOf(data.order),
    [words.received, formatDate(data.receivedOn)],
    [words.why, words.whys[data.why]],
  ];
  drawParties(sheet, data, facts, []);
  drawTable(
    sheet,
    columnsOf(words.table, [6, 28, 20, 28, 18]),
    data.devices.map(({ name, serial, condition, replacedBy }, index) => [
      [{ text: String(index + 1) }],
      [{ text: name, style: { face: 'strong' } }],
      [{ text: serial }],
      [{ text: condition }],
      [{ text: replacedBy ?? words.none }],
    ]),
  );
  sheet.y += px(24);
  addNote(sheet, words.decision, data.decision);
  if (data.note) addNote(sheet, words.note, data.note);
  drawSignatures(sheet);
}

function drawSignatures(sheet: Sheet): void {
  ensureRoomOnPage(sheet, px(110));
  const y = sheet.y + px(70);
  const width = INNER * 0.4;
  for (const [text, x] of [
    [paper.record.handedOver, LEFT],
    [paper.record.takenOver, LEFT + INNER - width],
  ] as const) {
    artifact(sheet, () => line(sheet, x, x + width, y, px(1), INK));
    part(sheet, 'P', () => write(sheet, text, { x, y: y + px(6), width }, { colour: GREY }));
  }
  sheet.y = y + px(40);
}
