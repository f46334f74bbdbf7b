import { useEffect, useRef, useState } from 'react';
import { LIST_REFRESH_DELAY, LIVE_TABLES, type LiveTable } from '#domain/live/rules.ts';
import { client } from './api.ts';
import { resolveAccount } from './session.ts';
import { createStream, debounceAsync } from './stream.ts';

/** A stream ends with the right to read it; resolving the account then redirects the person. */
const lists = createStream<LiveTable>((signal) => client.live.admin(undefined, { signal }), resolveAccount);
const own = createStream<'account'>((signal) => client.live.me(undefined, { signal }), resolveAccount);

/** For screens that show data of every list. */
export const LIVE_LISTS: readonly LiveTable[] = LIVE_TABLES;

export type Connection = 'opening' | 'live' | 'lost';

/** Reloads an admin list after a change of any of its tables, with the delay of `LIST_REFRESH_DELAY`, never twice at once. */
export function useLiveList(tables: readonly LiveTable[], reload: () => Promise<unknown>): Connection {
  const [state, setState] = useState<Connection>('opening');
  const latest = useRef(reload);
  latest.current = reload;
  const key = tables.join();
  useEffect(() => {
    const names = key.split(',') as LiveTable[];
    const soon = debounceAsync(Math.min(...names.map((name) => LIST_REFRESH_DELAY[name])), () => latest.current());
    const stop = lists((event) => {
      if (event === 'lost') return setState('lost');
      setState('live');
      if (event === 'ready' || names.includes(event)) soon.schedule();
    });
    return () => {
      stop();
      soon.cancel();
    };
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
    return own((event) => {
      if (event === 'lost') return setState('lost');
      setState('live');
      latest.current();
    });
  }, [active]);
  return state;
}
