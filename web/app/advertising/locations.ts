/** The hundred screens of the dot field, row by row, in its grid (scripts/illustrations draws the same ones). */
const ROWS: Record<number, readonly number[]> = {
  4: [16, 18, 22, 28],
  5: [17, 18, 23],
  6: [12, 14, 19],
  7: [12, 14, 15, 16, 19, 25],
  8: [12, 15, 17, 22, 23],
  9: [16, 18],
  11: [17, 23, 24, 25, 30],
  12: [22, 23, 24, 29, 35],
  13: [10, 19, 21, 26, 29, 30, 31],
  14: [17, 19, 21, 23, 29, 32, 34],
  15: [21, 23, 26, 31],
  16: [16, 19, 25, 31],
  17: [12, 15, 20, 29],
  18: [16, 19, 20, 21, 29, 35],
  19: [12, 15, 17, 20, 26, 30, 35],
  20: [12, 18, 28, 29],
  21: [18, 21, 22, 27, 28],
  22: [18],
  23: [17, 24, 26, 28, 29, 32],
  24: [27, 28, 32],
  25: [22],
  26: [11, 24, 29],
  27: [22, 29],
  28: [7, 8],
  29: [24],
};
const CELL = 16;

/** The centre of the drawing, in its units. */
export const CENTRE = { x: 352, y: 184 };

/** Upper left corners of the screens, the nearest to the centre first: in this order they show the advert. */
export const locations = Object.entries(ROWS)
  .flatMap(([row, columns]) => columns.map((column) => ({ x: column * CELL + 2, y: Number(row) * CELL + 3.5 })))
  .sort((a, b) => distance(a) - distance(b));

/** The distance from the centre at that share of a round: of the screen that shows the advert then. */
export function distanceAt(share: number): number {
  const turn = share * locations.length;
  const from = distance(locations[Math.floor(turn)] ?? locations.at(-1)!);
  const to = distance(locations[Math.floor(turn) + 1] ?? locations.at(-1)!);
  return from + (to - from) * (turn % 1);
}

function distance({ x, y }: { x: number; y: number }): number {
  return Math.hypot(x + 6.5 - CENTRE.x, y + 4.75 - CENTRE.y);
}
