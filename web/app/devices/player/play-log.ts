import { type DBSchema, openDB } from 'idb';
import type { ReportedPlay } from '#domain/playout/contract.ts';

/** A play as this TV measured it; the moment is the server's. */
export type LoggedPlay = Omit<ReportedPlay, 'startedAt'> & { startedAt: string };

interface Log extends DBSchema {
  plays: { key: string; value: LoggedPlay };
}

/** A browser without a database, or that lets no page have one, throws at once. */
const open = async () =>
  openDB<Log>('vidik.tv', 1, {
    upgrade: (db) => {
      db.createObjectStore('plays', { keyPath: 'lease' });
    },
  });

/**
 * What was shown and the server has not taken over yet. It outlives a restart where the browser lets it; it stands in memory as well, because a
 * page that is being closed has no time to read.
 */
export async function openPlayLog() {
  const db = await open().catch(() => null);
  const plays = new Map((await db?.getAll('plays').catch(() => []))?.map((play) => [play.lease, play]));
  async function forget(leases: readonly string[]): Promise<void> {
    const transaction = db?.transaction('plays', 'readwrite');
    await Promise.all([...leases.map((lease) => transaction?.store.delete(lease)), transaction?.done]);
  }
  return {
    async add(play: LoggedPlay): Promise<void> {
      plays.set(play.lease, play);
      await db?.put('plays', play).catch(() => {});
    },
    first: (most: number): LoggedPlay[] => [...plays.values()].slice(0, most),
    count: (): number => plays.size,
    async remove(leases: readonly string[]): Promise<void> {
      for (const lease of leases) plays.delete(lease);
      // A browser closes a database by itself, as when its disk fails or is full; the page must not stop at that.
      await forget(leases).catch(() => {});
    },
  };
}
export type PlayLog = Awaited<ReturnType<typeof openPlayLog>>;
