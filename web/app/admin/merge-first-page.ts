export type Id = string | number;
export interface Identified {
  id: Id;
}

export interface Page<Row> {
  rows: Row[];
  next: unknown;
}

/**
 * The loaded pages after their first one was read again, how many new rows wait, and the rows that are `gone`, as far as the fresh page
 * reaches. `held`: rows that are there get their new values where they stand, and new ones wait. Otherwise the first page is as it was
 * read, and what new rows pushed beyond its end stays there, so that nothing is missing before the second page, which is not read again.
 */
export function mergeFirstPage<Row, Pages extends Page<Row>>(
  pages: readonly Pages[],
  fresh: Pages,
  keyOf: (row: Row) => Id,
  held: boolean,
): { pages: Pages[]; waiting: number; gone: Id[] } {
  const gone = goneIds(pages, fresh, keyOf);
  const [first, ...later] = pages;
  const known = new Set(pages.flatMap(({ rows }) => rows.map(keyOf)));
  const arrived = fresh.rows.filter((row) => !known.has(keyOf(row))).length;
  if (held) {
    const now = new Map(fresh.rows.map((row) => [keyOf(row), row]));
    const inPlace = (page: Pages, at: number) => ({
      ...(at === 0 ? fresh : page),
      rows: page.rows.map((row) => now.get(keyOf(row)) ?? row),
      next: page.next,
    });
    return { pages: pages.map(inPlace), waiting: arrived, gone };
  }
  const read = new Set(fresh.rows.map(keyOf));
  const last = first ? first.rows.findLastIndex((row) => read.has(keyOf(row))) : -1;
  // More than a page of new rows: what lies between them and the old ones is not known.
  if (!first || later.length === 0 || last < 0) return { pages: [fresh], waiting: 0, gone };
  const reachesSecond = later.some((page) => page.rows.some((row) => read.has(keyOf(row))));
  const pushed = reachesSecond ? [] : first.rows.slice(last + 1);
  const rest = later.map((page) => ({ ...page, rows: page.rows.filter((row) => !read.has(keyOf(row))) }));
  return { pages: [{ ...fresh, rows: [...fresh.rows, ...pushed], next: first.next }, ...rest], waiting: 0, gone };
}

/** What was among the rows that were read again, and is not there any more; of what lies behind them nothing is known. */
export function goneIds<Row>(pages: readonly Page<Row>[], fresh: Page<Row>, keyOf: (row: Row) => Id): Id[] {
  const read = new Set(fresh.rows.map(keyOf));
  const ids = pages.flatMap(({ rows }) => rows.map(keyOf));
  const reaches = fresh.next === null ? ids.length : ids.findLastIndex((id) => read.has(id));
  return ids.filter((id, at) => at < reaches && !read.has(id));
}
