/** A film: its length in seconds and its picture at any moment, as SVG for a 1280 × 720 stage. */
export interface Scene {
  seconds: number;
  /** The moment whose picture stands in before the film plays. */
  poster: number;
  draw(t: number): string;
}
