import type { TvLease } from './view.ts';

/** The leases that this TV holds, and those that it gives back. The server says what is in it: each answer is the whole. */
export function createLeaseBag() {
  const leases = new Map<string, TvLease>();
  /** Begun, and not to be begun again; the server hears of them from the log. */
  const used = new Set<string>();
  const revoked = new Set<string>();
  /** Will not be shown. */
  const unplayed = new Set<string>();

  const open = () => [...leases.values()].filter(({ id }) => !used.has(id));
  function giveBack(ids: Iterable<string>): void {
    for (const id of ids) if (leases.delete(id) && !used.has(id)) unplayed.add(id);
  }
  const giveBackOver = (now: number) =>
    giveBack(open().flatMap(({ id, closesAt }) => (Date.parse(closesAt) <= now ? [id] : [])));

  /** What may be shown now, whole; of several windows the one that ends first. */
  const next = (now: number): TvLease[] =>
    open()
      .filter(
        ({ opensAt, closesAt, seconds }) => Date.parse(opensAt) <= now && now + 1000 * seconds <= Date.parse(closesAt),
      )
      .sort((a, b) => Date.parse(a.closesAt) - Date.parse(b.closesAt));

  return {
    open,
    next,
    /** With those that are begun: their files are needed to the end. */
    all: () => [...leases.values()],
    giveBack,
    giveBackAll: () => giveBack(open().map(({ id }) => id)),
    giveBackOver,
    /** Seconds of adverts that may still be shown. */
    secondsLeft: () => open().reduce((sum, { seconds }) => sum + seconds, 0),

    take(answer: readonly TvLease[], now: number): void {
      giveBackOver(now);
      leases.clear();
      for (const lease of answer) if (!unplayed.has(lease.id) && !revoked.has(lease.id)) leases.set(lease.id, lease);
      for (const id of used) if (!leases.has(id)) used.delete(id);
    },
    revoke(ids: readonly string[]): void {
      for (const id of ids) revoked.add(id);
      // The server names a revoked lease until its window is over.
      for (const id of revoked) if (!ids.includes(id)) revoked.delete(id);
      giveBack(ids);
    },
    /** It may be begun then: it was not given back or revoked meanwhile, and fits whole into its window. */
    mayBegin: (id: string, now: number): boolean => next(now).some((lease) => lease.id === id),
    isRevoked: (id: string): boolean => revoked.has(id),
    use: (id: string) => void used.add(id),

    /** To be told to the server, which then says that it knows. */
    unplayed: (most: number): string[] => [...unplayed].slice(0, most),
    forgetUnplayed: (ids: readonly string[]) => {
      for (const id of ids) unplayed.delete(id);
    },
  };
}
export type Bag = ReturnType<typeof createLeaseBag>;
