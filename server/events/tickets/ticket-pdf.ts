import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { BAR_COLOURS } from '#domain/bar-colours.ts';
import { eventName, page } from '#domain/events/copy.ts';
import type { ReservedEvent } from '#domain/events/event.ts';
import type { MailTicket } from '#domain/events/mail.ts';
import { type PackageId, packageOf } from '#domain/events/packages.ts';
import { ticketCopy } from '#domain/events/ticket/card-copy.ts';
import { qrModules } from '../../platform/qr/qr-png.ts';

/** One A5 page for one person: black on white with the bars, so that it prints on anything and scans from paper. */
export interface PrintedTicket {
  number: number;
  firstName: string;
  lastName: string;
  packageId: PackageId;
  event: ReservedEvent;
  ticket: MailTicket;
}

const fonts = createRequire(import.meta.url);
const REGULAR = fonts.resolve('@expo-google-fonts/onest/400Regular/Onest_400Regular.ttf');
const BOLD = fonts.resolve('@expo-google-fonts/onest/700Bold/Onest_700Bold.ttf');

const INK = '#0F1A24';
const GREY = '#4A5A64';
const MARGIN = 36;

/** One page for each ticket. */
export async function ticketPdf(...printed: [PrintedTicket, ...PrintedTicket[]]): Promise<Buffer> {
  const [{ event, ticket }] = printed;
  const document = new PDFDocument({
    size: 'A5',
    margin: MARGIN,
    font: REGULAR,
    info: { Title: `${ticketCopy.title} ${ticket.code}`, Author: event.organiser },
    lang: 'sr-Latn',
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))));

  for (const [index, one] of printed.entries()) {
    if (index > 0) document.addPage();
    drawTicket(document, one);
  }
  document.end();
  return ended;
}

function drawTicket(document: PDFKit.PDFDocument, { firstName, lastName, packageId, event, ticket }: PrintedTicket) {
  const { width } = document.page;
  const inner = width - 2 * MARGIN;
  for (const [index, colour] of BAR_COLOURS.entries())
    document.rect((index * width) / BAR_COLOURS.length, 0, width / BAR_COLOURS.length, 10).fill(colour);

  document.fillColor(INK).font(BOLD).fontSize(34).text(eventName, MARGIN, 34);
  document.font(REGULAR).fontSize(13).text(page.dates(event)).fillColor(GREY);
  if (event.place) document.text(`${event.place.hotel}, ${event.place.town}`);

  const qrSize = 210;
  const qrTop = 128;
  drawQr(document, ticket.link, (width - qrSize) / 2, qrTop, qrSize);

  document.fillColor(INK).font(BOLD).fontSize(22);
  document.text(ticket.code, MARGIN, qrTop + qrSize + 8, { width: inner, align: 'center' });
  if (ticket.count > 1) {
    document.font(REGULAR).fontSize(11).fillColor(GREY);
    document.text(ticketCopy.ofMany(ticket.position, ticket.count), { width: inner, align: 'center' });
  }

  document
    .moveTo(MARGIN, 404)
    .lineTo(width - MARGIN, 404)
    .dash(3, { space: 3 })
    .stroke(INK)
    .undash();
  document.y = 418;
  row(document, ticketCopy.name, ticket.name ?? `${firstName} ${lastName}`, inner);
  row(document, ticketCopy.package, packageOf(packageId).name, inner);
  document
    .font(REGULAR)
    .fontSize(10)
    .fillColor(GREY)
    .text(ticketCopy.note, MARGIN, document.y + 6, { width: inner });
}

function row(document: PDFKit.PDFDocument, label: string, value: string, width: number) {
  document.font(REGULAR).fontSize(9).fillColor(GREY).text(label, MARGIN, document.y, { width });
  document.font(BOLD).fontSize(14).fillColor(INK).text(value, { width }).moveDown(0.4);
}

/** As vectors: sharp at any size. The quiet zone is part of the modules. */
function drawQr(document: PDFKit.PDFDocument, payload: string, left: number, top: number, size: number) {
  const modules = qrModules(payload);
  const side = size / modules.length;
  for (const [y, line] of modules.entries()) {
    for (const [x, dark] of line.entries()) if (dark) document.rect(left + x * side, top + y * side, side, side);
  }
  document.fill('#000000');
}
