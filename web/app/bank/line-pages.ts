import type { client } from '../api.ts';

export type LinePage = Awaited<ReturnType<typeof client.bank.lines.list>>;

/**
 * The pages of a statement, some of them as they were read again: lines stand in the file's order, so each page has those up to where the
 * next one begins. Where there are now more than one answer holds, the list ends, and the next page is read from there.
 */
export function withPagesReadAgain<Page extends { rows: { position: number }[]; next: number | null }>(
  pages: readonly Page[],
  read: ReadonlyMap<number, Page>,
): Page[] {
  const now: Page[] = [];
  for (const [at, page] of pages.entries()) {
    const fresh = read.get(at);
    const { next } = page;
    if (!fresh) now.push(page);
    else if (next !== null && (fresh.next === null || fresh.next >= next))
      now.push({ ...fresh, rows: fresh.rows.filter(({ position }) => position <= next), next });
    else return [...now, fresh];
  }
  return now;
}
