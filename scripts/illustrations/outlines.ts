import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as hb from 'harfbuzzjs';
import subsetFont from 'subset-font';

/**
 * Letters in pictures become outlines: a picture shown with <img> cannot use the page's fonts. Reads the few text
 * attributes that our drawings use, inherited through groups.
 */
const FILES = 'node_modules/@fontsource-variable';
const fontFiles: Record<string, string[]> = {
  'Science Gothic': ['latin', 'latin-ext'].map(
    (script) => `${FILES}/science-gothic/files/science-gothic-${script}-wdth-normal.woff2`,
  ),
  Onest: ['latin', 'latin-ext'].map((script) => `${FILES}/onest/files/onest-${script}-wght-normal.woff2`),
};

const LETTERS = `${Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')}\u00a0€„“”–—·×©°…čćžšđČĆŽŠĐ`;

const faces = new Map<string, hb.Face[]>();
async function facesOf(family: string): Promise<hb.Face[]> {
  const known = faces.get(family);
  if (known) return known;
  const made = await Promise.all(
    fontFiles[family]!.map(async (file) => {
      const sfnt = await subsetFont(readFileSync(path.resolve(file)), LETTERS, { targetFormat: 'sfnt' });
      return new hb.Face(new hb.Blob(new Uint8Array(sfnt).buffer));
    }),
  );
  faces.set(family, made);
  return made;
}

interface Style {
  family: string;
  size: number;
  weight: number;
  width: number;
  spacing: number;
}

/** Every `<text>` of the drawing as a `<path>` with the same fill. */
export async function outlineText(svg: string): Promise<string> {
  const inherited: Record<string, string>[] = [{}];
  let out = '';
  let at = 0;
  for (const match of svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>|<(\/?)(g|svg)\b([^>]*)>/g)) {
    out += svg.slice(at, match.index);
    at = match.index + match[0].length;
    const [whole, textAttributes, words, closing, , groupAttributes] = match;
    if (textAttributes !== undefined) {
      const attributes = { ...inherited.at(-1), ...read(textAttributes) };
      if (words) out += await outline(words, attributes);
    } else {
      if (closing) inherited.pop();
      else if (!whole.endsWith('/>')) inherited.push({ ...inherited.at(-1), ...read(groupAttributes ?? '') });
      out += whole;
    }
  }
  return out + svg.slice(at);
}

function read(attributes: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, value] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) found[name!] = value!;
  for (const [, name, value] of (found.style ?? '').matchAll(/([\w-]+):\s*([^;]+)/g)) found[name!] = value!;
  delete found.style;
  delete found.transform;
  return found;
}

async function outline(words: string, a: Record<string, string>): Promise<string> {
  const style: Style = {
    family: a['font-family']?.includes('Onest') ? 'Onest' : 'Science Gothic',
    size: Number(a['font-size'] ?? 16),
    weight: Number(a['font-weight'] ?? 400),
    width: Number.parseFloat(a['font-stretch'] ?? '100'),
    spacing: Number(a['letter-spacing'] ?? 0),
  };
  const { d, advance } = await shaped(words, style);
  const anchor = a['text-anchor'] === 'middle' ? advance / 2 : a['text-anchor'] === 'end' ? advance : 0;
  const x = Number(a.x ?? 0) - anchor;
  const y = Number(a.y ?? 0);
  return `<path transform="translate(${tenth(x)} ${tenth(y)})" fill="${a.fill ?? '#000'}" d="${d}"/>`;
}

/** Shapes a line; letters that the first file lacks come from the second. */
async function shaped(words: string, style: Style): Promise<{ d: string; advance: number }> {
  const [latin, extended] = await facesOf(style.family);
  let d = '';
  let x = 0;
  for (const run of words.match(/[čćžšđ]+|[^čćžšđ]+/gi) ?? []) {
    const face = /[čćžšđ]/i.test(run) ? extended! : latin!;
    const font = new hb.Font(face);
    font.setVariations([new hb.Variation('wght', style.weight), new hb.Variation('wdth', style.width)]);
    const buffer = new hb.Buffer();
    buffer.addText(run);
    buffer.guessSegmentProperties();
    hb.shape(font, buffer);
    const scale = style.size / face.upem;
    const positions = buffer.getGlyphPositions();
    for (const [i, glyph] of buffer.getGlyphInfos().entries()) {
      const { xAdvance, xOffset, yOffset } = positions[i]!;
      d += placed(font.glyphToPath(glyph.codepoint), scale, x + xOffset * scale, -yOffset * scale);
      x += xAdvance * scale + style.spacing;
    }
  }
  return { d, advance: x - style.spacing };
}

/** Font units, y upwards, become the drawing's units, y downwards, as steps from point to point in tenths. */
function placed(d: string, scale: number, dx: number, dy: number): string {
  let out = '';
  let here: [number, number] = [0, 0];
  for (const [, command, numbers] of d.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const values = (numbers!.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    const points: [number, number][] = [];
    for (let i = 0; i < values.length; i += 2)
      points.push([tenth(dx + values[i]! * scale), tenth(dy - values[i + 1]! * scale)]);
    if (command === 'Z') out += 'z';
    else if (command === 'M') out += `M${points[0]!.join(' ')}`;
    else out += step(command!, points, here);
    here = points.at(-1) ?? here;
  }
  return out;
}

function step(command: string, points: [number, number][], [x, y]: [number, number]): string {
  const moves = points.map(([px, py]) => [tenth(px - x), tenth(py - y)] as const);
  if (moves.flat().every((move) => move === 0)) return '';
  const [first] = moves;
  if (command === 'L' && first![1] === 0) return `h${short(first![0])}`;
  if (command === 'L' && first![0] === 0) return `v${short(first![1])}`;
  return command.toLowerCase() + moves.flat().map(short).join(' ').replaceAll(' -', '-');
}

const tenth = (n: number) => Math.round(n * 10) / 10;
const short = (n: number) => String(n).replace(/^(-?)0\./, '$1.');
