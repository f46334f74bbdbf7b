/** The illustration system: one palette, one line weight, two projections. Bodies are SVG without the root element. */
export interface Figure {
  w: number;
  h: number;
  body: string;
}
export const C: Record<
  'p0' | 'p1' | 'p2' | 'p3' | 'i0' | 'i1' | 'i2' | 'i3' | 'y' | 'c' | 'g' | 'm' | 'r' | 'b' | 'yd',
  string
>;
export const BARS: string[];
export const PIC: Record<string, unknown>;
export function wordmark(fill?: string, mono?: string): string;
export function mark(size?: number, options?: { bg?: string; fg?: string; ln?: string; id?: string }): string;
export function testCard(options?: { osd?: boolean; ch?: string; tc?: string }): string;
export function tv(content: string, options?: Record<string, unknown>): string;
export function device(
  project: (x: number, y: number, z?: number) => number[],
  options?: Record<string, unknown>,
): string;
export function deviceHero(options?: { s?: number; shadow?: string; line?: number; lc?: string }): Figure;
export function deviceGrid(columns: number, rows: number, scale: number, options?: Record<string, unknown>): Figure;
export function devicePlan(): Figure;
export function qr(text: string, x: number, y: number, size: number, options?: { fill?: string }): string;
export function advert(options?: { qr?: boolean }): string;
export function qrPlate(): string;
export function remote(options?: { edge?: string }): string;
export function phone(): string;
export function dotField(options?: {
  seed?: number;
  cols?: number;
  rows?: number;
  dot?: string;
}): Figure & { count: number };
export function coast(options?: Record<string, unknown>): Figure;
export function coastM(): Figure;
export function pic(name: string, colour?: string, cls?: string): string;
