import { useEffect, useRef, useState } from 'react';
import { LIST_REFRESH_DELAY, LIVE_TABLES, type LiveTable } from '#domain/live/rules.ts';
import { client } from './api.ts';
import { resolveAccount } from './session.ts';
import { coalesce, createStream, type Open } from './stream.ts';

/** Both streams end with the right to read them; asking who the account is now moves the person on. */
const lists = createStream<LiveTable>((signal) => client.live.admin(undefined, { signal }), resolveAccount);
const own = createStream<'account'>((signal) => client.live.me(undefined, { signal }), resolveAccount);

/** For screens that show something of everything. */
export const LIVE_LISTS: readonly LiveTable[] = LIVE_TABLES;

export type Connection = 'opening' | 'live' | 'lost';

/** Reloads an admin list after a change of any of its tables, as late as the specification says, never twice at once. */
export function useLiveList(tables: readonly LiveTable[], reload: () => Promise<unknown>): Connection {
  const [state, setState] = useState<Connection>('opening');
  const latest = useRef(reload);
  latest.current = reload;
  const key = tables.join();
  useEffect(() => {
    const names = key.split(',') as LiveTable[];
    const soon = coalesce(Math.min(...names.map((name) => LIST_REFRESH_DELAY[name])), () => latest.current());
    const stop = lists((word) => {
      if (word === 'lost') return setState('lost');
      setState('live');
      if (word === 'ready' || names.includes(word)) soon.ask();
    });
    return () => {
      stop();
      soon.cancel();
    };
  }, [key]);
  return state;
}

/** Follows what only this screen shows: another `key` is another stream, `null` none. Each word goes to `heard`. */
export function useFollow<Change>(
  key: string | null,
  open: Open<Change>,
  heard: (change: Change | 'ready') => unknown,
): Connection {
  const [state, setState] = useState<Connection>('opening');
  const latest = useRef({ key, open, heard });
  latest.current = { key, open, heard };
  useEffect(() => {
    if (key === null) return;
    const stream = createStream<Change>((signal) => latest.current.open(signal), resolveAccount, 0);
    return stream((word) => {
      if (word === 'lost') return setState('lost');
      setState('live');
      if (latest.current.key === key) latest.current.heard(word);
    });
  }, [key]);
  return state;
}

/** Calls `changed` when the caller's own account or orders may have changed. */
export function useOwnChanges(changed: () => unknown, active = true): Connection {
  const [state, setState] = useState<Connection>('opening');
  const latest = useRef(changed);
  latest.current = changed;
  useEffect(() => {
    if (!active) return;
    return own((word) => {
      if (word === 'lost') return setState('lost');
      setState('live');
      latest.current();
    });
  }, [active]);
  return state;
}
