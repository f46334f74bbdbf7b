import PDFDocument from 'pdfkit';
import { BAR_COLOURS } from '#domain/bar-colours.ts';
import { paper } from '#domain/documents/paper-copy.ts';
import { type Face, fonts } from './fonts.ts';

/** A4 in points, drawn from the top. Every piece of text is tagged as it is drawn; what is decoration or repeated is an artifact. */
export const WIDTH = 595.28;
const HEIGHT = 841.89;
export const LEFT = 37.5;
export const INNER = WIDTH - 2 * LEFT;
export const RIGHT = LEFT + INNER;
const TOP = 33.75;
/** Below it is the foot. */
export const BOTTOM = HEIGHT - 74;

export const INK = '#0F1A24';
export const GREY = '#4D524F';
export const HAIR = '#CFC9BC';
export const GREEN = '#35A35C';

/** Lengths of the drawings are pixels of a screen. */
export const px = (pixels: number): number => pixels * 0.75;

type Element = PDFKit.PDFStructureElement;

export interface Sheet {
  pdf: PDFKit.PDFDocument;
  /** Where the next part begins. */
  y: number;
  /** What was drawn, for who reads by ear. */
  tree: Element[];
  /** Stands at the head of every further page. */
  name: string;
  /** Where pages of a paper begin whose head is drawn last, when it is known how many there are (`closeSheet`). */
  below?: number;
}

export interface Style {
  face?: Exclude<Face, 'displaySerbian'>;
  /** Pixels. */
  size?: number;
  colour?: string;
  align?: 'left' | 'right' | 'center';
  /** Times the size. */
  lead?: number;
}

/** Also drawn twice, a paper has the same bytes: its day stands where the clock would. */
export function openSheet({ name, issuer, issuedAt }: { name: string; issuer: string; issuedAt: Date }): Sheet {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    font: null as unknown as string,
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang: 'sr-Latn-RS',
    info: { Title: name, Author: issuer, CreationDate: issuedAt },
  });
  for (const [face, font] of Object.entries(fonts)) pdf.registerFont(face, font as Buffer);
  const sheet: Sheet = { pdf, y: px(7) + TOP, tree: [], name };
  artifact(sheet, () => bars(pdf));
  return sheet;
}

interface PageMarks {
  /** On the right of the foot. */
  corner?: string;
  head?: (page: number, pages: number) => void;
}

/** The foot of every page is drawn last, when it is known how many there are. */
export async function closeSheet(sheet: Sheet, foot: string[], { corner, head }: PageMarks = {}): Promise<Buffer> {
  const { pdf } = sheet;
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    head?.(page + 1, count);
    drawFoot(sheet, foot, page + 1, corner ?? paper.page(page + 1, count));
  }
  pdf.addStructure(pdf.struct('Document', {}, sheet.tree));
  const chunks: Uint8Array[] = [];
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(chunks))));
  pdf.end();
  return ended;
}

function drawFoot(sheet: Sheet, foot: string[], page: number, corner: string): void {
  const style = { size: 11, colour: GREY, lead: 1.4 } as const;
  const top = HEIGHT - px(30) - foot.length * px(11) * 1.4 - px(10);
  artifact(sheet, () => {
    line(sheet, LEFT, RIGHT, top, px(1), HAIR);
    write(sheet, corner, { x: RIGHT - 200, y: top + px(10), width: 200 }, { ...style, align: 'right' });
  });
  const words = () =>
    foot.reduce(
      (y, text) => y + write(sheet, text, { x: LEFT, y, width: INNER - (corner.length > 20 ? 210 : 110) }, style),
      top + px(10),
    );
  if (page === 1) sheet.tree.push(tagged(sheet, 'P', words));
  else artifact(sheet, words);
}

/** Begins a page when there is no room for so much. */
export function ensureRoomOnPage(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= BOTTOM) return false;
  const { pdf } = sheet;
  pdf.addPage();
  if (sheet.below !== undefined) {
    sheet.y = sheet.below;
    artifact(sheet, () => bars(pdf));
    return true;
  }
  sheet.y = px(7) + px(20);
  artifact(sheet, () => {
    bars(pdf);
    sheet.y += write(sheet, sheet.name, { x: LEFT, y: sheet.y, width: INNER }, { size: 11, colour: GREY });
    line(sheet, LEFT, RIGHT, sheet.y + px(6), px(2));
  });
  sheet.y += px(20);
  return true;
}

/** A part with its tag. It must be drawn whole on the page at hand. */
export function tagged(sheet: Sheet, type: string, draw: () => void, options: { alt?: string } = {}): Element {
  const content = sheet.pdf.markStructureContent(type);
  draw();
  sheet.pdf.endMarkedContent();
  return sheet.pdf.struct(type, options, [content]);
}

/** Draws a tagged part and puts it at the end of what is read. */
export function part(sheet: Sheet, type: string, draw: () => void, options: { alt?: string } = {}): void {
  sheet.tree.push(tagged(sheet, type, draw, options));
}

export function artifact(sheet: Sheet, draw: () => void): void {
  sheet.pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  sheet.pdf.endMarkedContent();
}

function bars(pdf: PDFKit.PDFDocument): void {
  for (const [index, colour] of BAR_COLOURS.entries())
    pdf.rect((index * WIDTH) / BAR_COLOURS.length, 0, WIDTH / BAR_COLOURS.length, px(7)).fill(colour);
}

export function line(sheet: Sheet, from: number, to: number, y: number, thickness: number, colour = INK): void {
  sheet.pdf.rect(from, y - thickness / 2, to - from, thickness).fill(colour);
}

interface Place {
  x: number;
  y: number;
  width: number;
}

/** Writes into a column and answers how high it became. */
export function write(sheet: Sheet, text: string, { x, y, width }: Place, style: Style = {}): number {
  const { lead, height } = measure(sheet, text, width, style);
  sheet.pdf.fillColor(style.colour ?? INK);
  sheet.pdf.text(text, x, y + lead / 2, { width, align: style.align ?? 'left', lineGap: lead });
  return height;
}

/** The first words stand out, the others follow them in the same line. */
export function writeRuns(sheet: Sheet, [first, rest]: [string, string], { x, y, width }: Place): void {
  const { lead } = measure(sheet, rest, width, {});
  const { pdf } = sheet;
  pdf
    .fillColor(INK)
    .font('strong')
    .text(first, x, y + lead / 2, { width, lineGap: lead, continued: true });
  pdf.font('text').text(rest, { width, lineGap: lead });
}

export const textHeight = (sheet: Sheet, text: string, width: number, style: Style = {}): number =>
  measure(sheet, text, width, style).height;

function measure({ pdf }: Sheet, text: string, width: number, { face = 'text', size = 13, lead: times = 1.42 }: Style) {
  pdf.font(face).fontSize(px(size));
  const lead = px(size) * times - pdf.currentLineHeight(true);
  return { lead, height: pdf.heightOfString(text, { width, lineGap: lead }) };
}

const LETTERS = '\\u0106\\u0107\\u010c\\u010d\\u0110\\u0111\\u0160\\u0161\\u017d\\u017e';
const SERBIAN = new RegExp(`[${LETTERS}]`);
const RUNS = new RegExp(`[${LETTERS}]+|[^${LETTERS}]+`, 'g');

/** Words of the display face in lines of that width. A Serbian letter is as wide as the one it is made of. */
export function displayLines({ pdf }: Sheet, text: string, width: number, size: number): string[] {
  pdf.font('display').fontSize(px(size));
  const wide = (words: string) =>
    pdf.widthOfString(
      words
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .replaceAll(/[\u0110\u0111]/g, 'd'),
      { characterSpacing: -0.03 * px(size) },
    );
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && wide(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A line in the display face, whose Serbian letters are in a file of their own. `y` is the top of its capitals' line. */
export function writeDisplay(
  sheet: Sheet,
  text: string,
  { x, y, width }: Place,
  { size = 20, align = 'left', colour = INK }: Style = {},
): number {
  const { pdf } = sheet;
  const spacing = -0.03 * px(size);
  const runs = (text.match(RUNS) ?? []).map((run) => {
    const face: Face = SERBIAN.test(run) ? 'displaySerbian' : 'display';
    pdf.font(face).fontSize(px(size));
    return { run, face, width: pdf.widthOfString(run, { characterSpacing: spacing }) + spacing };
  });
  const whole = runs.reduce((sum, run) => sum + run.width, 0) - spacing;
  let at = align === 'right' ? x + width - whole : x;
  pdf.fillColor(colour);
  for (const { run, face, width: wide } of runs) {
    pdf.font(face).fontSize(px(size));
    pdf.text(run, at, y - 0.16 * px(size), { lineBreak: false, characterSpacing: spacing });
    at += wide;
  }
  return px(size) * 1.14;
}
