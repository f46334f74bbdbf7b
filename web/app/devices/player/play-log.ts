import { type DBSchema, openDB } from 'idb';

/** A play as this TV measured it; the moment is the server's. */
export interface LoggedPlay {
  lease: string;
  startedAt: string;
  shownMs: number;
  visibleMs: number;
  progressMs: number;
}

interface Log extends DBSchema {
  plays: { key: string; value: LoggedPlay };
}

const open = () =>
  openDB<Log>('vidik.tv', 1, {
    upgrade: (db) => {
      db.createObjectStore('plays', { keyPath: 'lease' });
    },
  });

/** What was shown and the server has not taken over yet; it outlives a restart. */
export const playLog = {
  add: async (play: LoggedPlay) => void (await (await open()).put('plays', play)),
  first: async (most: number): Promise<LoggedPlay[]> => (await open()).getAll('plays', null, most),
  count: async (): Promise<number> => (await open()).count('plays'),
  remove: async (leases: readonly string[]) => {
    const transaction = (await open()).transaction('plays', 'readwrite');
    await Promise.all([...leases.map((lease) => transaction.store.delete(lease)), transaction.done]);
  },
};
