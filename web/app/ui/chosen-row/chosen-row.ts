/** What somebody works on, and where it stood in its list when it was there last. */
export interface ChosenRow<Row> {
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
  /** The row that is taken when none is chosen. */
  offer: (rows: readonly Row[]) => Row | undefined;
}

interface Identified {
  id: string;
}

const find = <Row extends Identified>(rows: readonly Row[], row: Row | null): number =>
  row ? rows.findIndex(({ id }) => id === row.id) : -1;

/**
 * What is chosen after its list was read: the row with its new values, or as it was shown last when the list does not have it. What is
 * offered is taken only when no row is chosen, or from another list.
 */
export function updatedChosenRow<Row extends Identified>(
  chosen: ChosenRow<Row>,
  { rows, readAt, list, offer }: Listing<Row>,
) {
  if (!rows) return chosen;
  const at = find(rows, chosen.row);
  if (at >= 0) {
    const row = rows[at]!;
    return row === chosen.row && at === chosen.at && list === chosen.list ? chosen : { ...chosen, row, at, list };
  }
  if (chosen.row ? chosen.list === list : readAt <= chosen.leftAt) return chosen;
  const row = offer(rows);
  if (!row) return chosen.row ? { ...chosen, row: null, list } : chosen;
  return { row, at: rows.indexOf(row), list, leftAt: 0 };
}

/** Whether its list was read again without it: somebody else settled it. */
export const isGone = <Row extends Identified>(chosen: ChosenRow<Row>, rows: readonly Row[] | undefined): boolean =>
  chosen.row !== null && rows !== undefined && find(rows, chosen.row) < 0;

/** The row so many places further on; from where the chosen one stood, when it is gone. */
export function neighbour<Row extends Identified>(
  chosen: ChosenRow<Row>,
  rows: readonly Row[],
  by: 1 | -1,
): Row | undefined {
  const at = find(rows, chosen.row);
  if (at >= 0) return rows[at + by];
  return by > 0 ? (rows[chosen.at] ?? rows.at(-1)) : (rows[chosen.at - 1] ?? rows[0]);
}

/** The next one that waits, from the chosen one on, then from the beginning. */
export function nextWaiting<Row extends Identified>(
  chosen: ChosenRow<Row>,
  rows: readonly Row[],
  waits: (row: Row) => boolean,
): Row | undefined {
  const at = find(rows, chosen.row);
  const others = (row: Row) => row.id !== chosen.row?.id && waits(row);
  return rows.slice(at < 0 ? chosen.at : at + 1).find(others) ?? rows.find(others);
}
