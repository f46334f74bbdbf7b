import type { CampaignKind } from '#domain/campaign-kinds.ts';
import { BANNER, PROGRAMME_WINDOW, QR_PLACE } from '#domain/campaigns/rules.ts';
import { qrModules } from '../../platform/qr/qr-png.ts';
import { INK, px, type Sheet } from './sheet.ts';

/** An advert as a TV shows it. */
export interface Screen {
  kind: CampaignKind;
  /** PNG; transparent where the programme is. */
  picture: Buffer;
  /** What the code of a banner opens. */
  code: string;
}

const FRAME = px(4);
/** Of a TV of that width. */
export const screenHeight = (width: number): number => ((width - 2 * FRAME) * BANNER.height) / BANNER.width + 2 * FRAME;

const NIGHT = '#22343F';
const SUN = '#FFC51F';

/** Draws a TV of that width: a banner around the programme with its code, or one picture of a film. */
export function drawScreen(
  { pdf }: Sheet,
  { kind, picture, code }: Screen,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const scale = (width - 2 * FRAME) / BANNER.width;
  pdf.roundedRect(x, y, width, screenHeight(width), px(5)).fill(INK);
  pdf
    .save()
    .translate(x + FRAME, y + FRAME)
    .scale(scale);
  pdf.rect(0, 0, BANNER.width, BANNER.height).clip();
  if (kind === 'banner') drawProgramme(pdf);
  pdf.image(picture, 0, 0, { width: BANNER.width, height: BANNER.height });
  if (kind === 'banner') drawCode(pdf, code);
  pdf.restore();
}

/** A sun over the sea, as between programmes. */
function drawProgramme(pdf: PDFKit.PDFDocument): void {
  const { x, y, width, height } = PROGRAMME_WINDOW;
  const horizon = y + height * 0.58;
  pdf.rect(x, y, width, height).fill(NIGHT);
  pdf.circle(x + width / 2, horizon, width * 0.16).fill(SUN);
  pdf.rect(x, horizon, width, height - height * 0.58).fill(INK);
}

function drawCode(pdf: PDFKit.PDFDocument, code: string): void {
  const { x, y, width, height } = QR_PLACE;
  pdf.rect(x, y, width, height).fill('#ffffff');
  const modules = qrModules(code);
  const side = width / modules.length;
  for (const [row, cells] of modules.entries())
    for (const [column, isDark] of cells.entries()) if (isDark) pdf.rect(x + column * side, y + row * side, side, side);
  pdf.fill(INK);
}
