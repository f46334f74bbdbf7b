import { type DBSchema, openDB } from 'idb';
import type { ReportedPlay } from '#domain/playout/contract.ts';
import { DATABASE_TIMEOUT_MS } from './times.ts';

/** A play as this TV measured it; the moment is the server's. */
export type LoggedPlay = Omit<ReportedPlay, 'startedAt'> & { startedAt: string };

interface Log extends DBSchema {
  plays: { key: string; value: LoggedPlay };
}

/** A browser without a database, or that lets no page have one, throws at once. */
const openDatabase = async () =>
  openDB<Log>('vidik.tv', 1, {
    upgrade: (db) => {
      db.createObjectStore('plays', { keyPath: 'lease' });
    },
  });

/**
 * What was shown and the server has not taken over yet. It outlives a restart where the browser lets it; it stands in memory as well, because a
 * page that is being closed has no time to read. Nobody waits for the database: one whose disk hangs answers neither well nor ill.
 */
export async function openPlayLog(open: typeof openDatabase = openDatabase) {
  const plays = new Map<string, LoggedPlay>();
  let db: Awaited<ReturnType<typeof openDatabase>> | null = null;
  const keep = (play: LoggedPlay) => void db?.put('plays', play).catch(() => {});

  async function takeOver(): Promise<void> {
    const opened = await open();
    const stored = await opened.getAll('plays').catch(() => []);
    const meanwhile = [...plays.values()];
    for (const play of stored) plays.set(play.lease, play);
    db = opened;
    for (const play of meanwhile) keep(play);
  }

  async function forget(leases: readonly string[]): Promise<void> {
    const transaction = db?.transaction('plays', 'readwrite');
    await Promise.all([...leases.map((lease) => transaction?.store.delete(lease)), transaction?.done]);
  }

  const opening = takeOver().catch(() => {});
  await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, DATABASE_TIMEOUT_MS))]);
  return {
    add(play: LoggedPlay): void {
      plays.set(play.lease, play);
      keep(play);
    },
    first: (most: number): LoggedPlay[] => [...plays.values()].slice(0, most),
    count: (): number => plays.size,
    remove(leases: readonly string[]): void {
      for (const lease of leases) plays.delete(lease);
      // A browser closes a database by itself, as when its disk fails or is full; the page must not stop at that.
      void forget(leases).catch(() => {});
    },
  };
}
export type PlayLog = Awaited<ReturnType<typeof openPlayLog>>;
