import type { Font } from 'fontkit';
import sharp from 'sharp';
import { BANNER, PROGRAMME_WINDOW } from '#domain/campaigns/rules.ts';
import { fonts } from '../../documents/paper/fonts.ts';

export interface Look {
  /** Of the company. */
  sign: string;
  trade: string;
  headline: string;
  line: string;
  ground: string;
  accent: string;
  ink: string;
}

const LEFT = 48;

/** A banner as a company would send it: its sign on the left, its offer below, and nothing where the programme and the code are. */
export async function drawPicture({ sign, trade, headline, line, ground, accent, ink }: Look): Promise<Buffer> {
  const { x: column, height: window } = PROGRAMME_WINDOW;
  const words = sign.split(' ');
  const space = column - 2 * LEFT;
  const size = Math.min(76, ...words.map((word) => (76 * space) / widthOf(word, 76)));
  const stack = words.map((word, n) => text(word, { x: LEFT, y: 330 + n * size * 1.12, size, fill: ink }));
  const below = BANNER.width - column - 2 * LEFT;
  const big = Math.min(92, (92 * below) / widthOf(headline, 92));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${BANNER.width}" height="${BANNER.height}">
    <path fill="${ground}" d="M0 0H${column}V${window}H${BANNER.width}V${BANNER.height}H0Z"/>
    <circle cx="${LEFT + 44}" cy="150" r="44" fill="${accent}"/><circle cx="${LEFT + 112}" cy="150" r="44" fill="${ink}" fill-opacity=".22"/>
    <rect x="${column}" y="${window}" width="${BANNER.width - column}" height="10" fill="${accent}"/>
    ${stack.join('')}${text(trade, { x: LEFT, y: 330 + words.length * size * 1.12 + 4, size: 34, fill: accent })}
    ${text(headline, { x: column + LEFT, y: window + 108, size: big, fill: ink })}
    ${text(line, { x: column + LEFT, y: window + 172, size: 40, fill: accent })}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
}

/** A frame of a film, through which the film moves. */
export async function drawFrame(
  { sign, trade, headline, line, ground, accent, ink }: Look,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const big = Math.min(88, (88 * (width - 560)) / widthOf(headline, 88));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path fill="${ground}" d="M0 0H${width}V${height}H0Z"/>
    <circle cx="${width - 220}" cy="210" r="150" fill="${accent}"/><circle cx="${width - 90}" cy="330" r="150" fill="${ink}" fill-opacity=".18"/>
    <rect y="${height - 250}" width="${width}" height="10" fill="${accent}"/>
    ${text(`${trade} ${sign}`, { x: 160, y: 200, size: 40, fill: accent })}
    ${text(headline, { x: 160, y: height / 2 + 20, size: big, fill: ink })}
    ${text(line, { x: 160, y: height / 2 + 90, size: 42, fill: accent })}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
}

/** As outlines: the machine may have no fonts. */
function text(words: string, { x, y, size, fill }: { x: number; y: number; size: number; fill: string }): string {
  const font = fonts.strong as Font;
  const { glyphs, positions } = font.layout(words);
  const scale = size / font.unitsPerEm;
  let at = 0;
  const outlines = glyphs.map((glyph, n) => {
    const path = `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`;
    at += positions[n]!.xAdvance;
    return path;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines.join('')}</g>`;
}

function widthOf(words: string, size: number): number {
  const font = fonts.strong as Font;
  return (font.layout(words).advanceWidth * size) / font.unitsPerEm;
}
