declare module 'fontkit' {
  /** A font that pdfkit takes as it is. */
  export function create(bytes: Uint8Array): Font;
  export interface Font {
    /** Code points. */
    characterSet: number[];
    glyphForCodePoint(codePoint: number): object;
    unitsPerEm: number;
    layout(text: string): {
      advanceWidth: number;
      glyphs: { path: { toSVG(): string } }[];
      positions: { xAdvance: number }[];
    };
  }
}
