import bwip from 'bwip-js/node';

/** Widths of bars and the spaces between them, in modules, beginning with a bar. */
interface Code128 {
  widths: number[];
  modules: number;
}

/** Modules of white that a reader needs on each side. */
const QUIET_ZONE = 10;

function code128(text: string): Code128 {
  const [drawn] = bwip.raw({ bcid: 'code128', text }) as unknown as [{ sbs: number[] }];
  const widths = [...drawn.sbs];
  return { widths, modules: widths.reduce((sum, width) => sum + width, 0) };
}

/** As rectangles, black, with its quiet zones inside the width. */
export function drawCode128(
  pdf: PDFKit.PDFDocument,
  text: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const { widths, modules } = code128(text);
  const module = width / (modules + 2 * QUIET_ZONE);
  let at = x + QUIET_ZONE * module;
  for (const [index, bars] of widths.entries()) {
    if (index % 2 === 0) pdf.rect(at, y, bars * module, height);
    at += bars * module;
  }
  pdf.fill('#000000');
}
