import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { weight } from '#domain/fulfilment/desk-copy.ts';
import { warehousePaper } from '#domain/fulfilment/paper-copy.ts';
import { qrModules } from '../../platform/qr/qr-png.ts';
import { drawCode128 } from './barcode.ts';
import { fonts } from './fonts.ts';
import { LOGO } from './parts.ts';
import { type Sheet, type Style, textHeight, write, writeDisplay } from './sheet.ts';

/** A6 in points. */
const WIDTH = 297.64;
const HEIGHT = 419.53;
const EDGE = 11;
const INNER = WIDTH - 2 * EDGE;
/** Printers of labels know one colour. */
const BLACK = '#000000';
const RULE = 1.5;

const words = warehousePaper.label;

/** One box. */
export interface Label {
  code: string;
  courier: string;
  sender: { name: string; address: string; phone: string };
  receiver: { name: string; address: string[]; phone: string; note: string };
  box: number;
  boxes: number;
  grams: number;
  order: number;
  devices: number;
  /** Para that the courier collects; `null`: paid ahead. */
  collect: number | null;
  /** Where it is paid out to. */
  account: string | null;
}

/** How small whoever receives it is written, so that the longest of them fits. */
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** After so many labels others get their turn, and it is said how many are drawn. */
const IN_ONE_GO = 10;

/** A page for each label, in their order. */
export async function drawLabels(labels: readonly Label[]): Promise<Buffer> {
  const steps = drawInSteps(labels);
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}

/** The same, told how many are drawn; the file is what it returns. */
export async function* drawInSteps(labels: readonly Label[]): AsyncGenerator<number, Buffer> {
  const pdf = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    font: null as unknown as string,
    autoFirstPage: false,
    lang: 'sr-Latn-RS',
  });
  for (const [face, font] of Object.entries(fonts)) pdf.registerFont(face, font as Buffer);
  const sheet: Sheet = { pdf, y: 0, tree: [], name: '' };
  const chunks: Uint8Array[] = [];
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(chunks))));
  for (const [at, label] of labels.entries()) {
    if (at > 0 && at % IN_ONE_GO === 0) {
      yield at;
      await setImmediate();
    }
    pdf.addPage();
    drawLabel(sheet, label);
  }
  pdf.end();
  return ended;
}

function drawLabel(sheet: Sheet, label: Label): void {
  const { pdf } = sheet;
  const say = (text: string, x: number, y: number, width: number, style: Style = {}) =>
    write(sheet, text, { x, y, width }, { colour: BLACK, size: 12, lead: 1.3, ...style });
  const rule = (y: number) => pdf.rect(0, y, WIDTH, RULE).fill(BLACK);

  const scale = 17 / 1500;
  pdf
    .save()
    .translate(EDGE, 9 + 1480 * scale)
    .scale(scale)
    .path(LOGO)
    .fill(BLACK)
    .restore();
  say(label.courier.toUpperCase(), EDGE, 8, INNER, { face: 'strong', size: 17, align: 'right' });
  rule(32);
  drawCode128(pdf, label.code, { x: EDGE, y: 42, width: INNER, height: 58 });
  say(label.code, EDGE, 103, INNER, { face: 'strong', size: 19, align: 'center' });
  rule(126);

  const right = 68;
  const middle = WIDTH - right;
  pdf.rect(middle, 126, RULE, 62).fill(BLACK);
  let y = 132;
  y += say(words.from, EDGE, y, middle - 2 * EDGE);
  y += say(label.sender.name, EDGE, y, middle - 2 * EDGE, { face: 'strong' });
  y += say(label.sender.address, EDGE, y, middle - 2 * EDGE);
  say(label.sender.phone, EDGE, y, middle - 2 * EDGE);
  say(words.box, middle, 132, right - EDGE, { align: 'right' });
  say(`${label.box}/${label.boxes}`, middle, 143, right - EDGE, { face: 'strong', size: 22, align: 'right' });
  say(weight(label.grams), middle, 166, right - EDGE, { align: 'right' });
  rule(188);

  const { name, address, phone, note } = label.receiver;
  const lines: [text: string, style: Style & { size: number }, above?: number][] = [
    [words.to, { size: 12 }],
    [name, { face: 'strong', size: 21, lead: 1.2 }],
    ...address.map((line, index): (typeof lines)[number] => [line, { size: 16 }, index === 0 ? 2 : 0]),
    [phone, { face: 'strong', size: 17 }, 2],
    [[words.open, note].filter(Boolean).join(' '), { size: 12 }, 4],
  ];
  const scaled = (times: number) =>
    lines.map(([text, style, above = 0]) => ({
      text,
      style: { lead: 1.3, ...style, size: style.size * times },
      above,
    }));
  const heightOf = (times: number) =>
    scaled(times).reduce((sum, { text, style, above }) => sum + above + textHeight(sheet, text, INNER, style), 0);
  y = 195;
  for (const { text, style, above } of scaled(SCALES.find((times) => y + heightOf(times) <= 338) ?? SCALES.at(-1)!))
    y += above + say(text, EDGE, y + above, INNER, style);
  rule(338);

  const qr = 56;
  const left = WIDTH - qr - 2 * EDGE;
  pdf.rect(left, 338, RULE, HEIGHT - 338).fill(BLACK);
  say(words.collect, EDGE, 344, left - 2 * EDGE);
  writeDisplay(
    sheet,
    words.dinars(label.collect ?? 0),
    { x: EDGE, y: 359, width: left - 2 * EDGE },
    { size: 30, colour: BLACK },
  );
  y = 384;
  const below = label.collect === null ? words.prepaid : label.account && words.account(label.account);
  if (below) y += say(below, EDGE, y, left - 2 * EDGE);
  say(words.order(label.order, label.devices), EDGE, y, left - 2 * EDGE, { face: 'strong' });
  const modules = qrModules(label.code);
  const side = qr / modules.length;
  for (const [row, cells] of modules.entries())
    for (const [column, dark] of cells.entries())
      if (dark) pdf.rect(left + EDGE + column * side, 350 + row * side, side, side);
  pdf.fill(BLACK);
}
