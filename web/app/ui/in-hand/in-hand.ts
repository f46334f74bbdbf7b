/** What somebody works on, and where it stood in its list when it was there last. */
export interface Hand<Row> {
  row: Row | null;
  at: number;
  /** The list that it was taken from; with another filter it is another list. */
  list: string;
  /** Rows that were read by then are not taken: among them is what was just left. Milliseconds. */
  leftAt: number;
}

/** Rows as they were read last; `undefined` while those of this list have not come. */
export interface Listing<Row> {
  rows: readonly Row[] | undefined;
  readAt: number;
  list: string;
  /** The row that is taken when none is in hand. */
  offer: (rows: readonly Row[]) => Row | undefined;
}

interface Identified {
  id: string;
}

const find = <Row extends Identified>(rows: readonly Row[], row: Row | null): number =>
  row ? rows.findIndex(({ id }) => id === row.id) : -1;

/**
 * The hand after its list was read: its row with its new values, or as it was shown last when the list has it no more. Only an empty hand,
 * or another list, takes what is offered.
 */
export function renewedHand<Row extends Identified>(hand: Hand<Row>, { rows, readAt, list, offer }: Listing<Row>) {
  if (!rows) return hand;
  const at = find(rows, hand.row);
  if (at >= 0) {
    const row = rows[at]!;
    return row === hand.row && at === hand.at && list === hand.list ? hand : { ...hand, row, at, list };
  }
  if (hand.row ? hand.list === list : readAt <= hand.leftAt) return hand;
  const row = offer(rows);
  if (!row) return hand.row ? { ...hand, row: null, list } : hand;
  return { row, at: rows.indexOf(row), list, leftAt: 0 };
}

/** Whether its list was read again without it: somebody else settled it. */
export const isGone = <Row extends Identified>(hand: Hand<Row>, rows: readonly Row[] | undefined): boolean =>
  hand.row !== null && rows !== undefined && find(rows, hand.row) < 0;

/** The row so many places further on; from where the one in hand stood, when it is gone. */
export function neighbour<Row extends Identified>(hand: Hand<Row>, rows: readonly Row[], by: 1 | -1): Row | undefined {
  const at = find(rows, hand.row);
  if (at >= 0) return rows[at + by];
  return by > 0 ? (rows[hand.at] ?? rows.at(-1)) : (rows[hand.at - 1] ?? rows[0]);
}

/** The next one that waits, from the one in hand on, then from the beginning. */
export function nextWaiting<Row extends Identified>(
  hand: Hand<Row>,
  rows: readonly Row[],
  waits: (row: Row) => boolean,
): Row | undefined {
  const at = find(rows, hand.row);
  const others = (row: Row) => row.id !== hand.row?.id && waits(row);
  return rows.slice(at < 0 ? hand.at : at + 1).find(others) ?? rows.find(others);
}
