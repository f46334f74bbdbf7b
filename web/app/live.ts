import { useEffect, useRef, useState } from 'react';
import { delayOf, type LiveScreen, type LiveTopic, topicsOfScreen } from '#domain/live/rules.ts';
import { client } from './api.ts';
import { resolveAccount } from './session.ts';
import { createStream, debounceAsync } from './stream.ts';

/** A stream ends with the right to read it; resolving the account then redirects the person. */
const lists = createStream<LiveTopic>((signal) => client.live.admin(undefined, { signal }), resolveAccount);
const own = createStream<'account'>((signal) => client.live.me(undefined, { signal }), resolveAccount);

export type Connection = 'opening' | 'live' | 'lost';

/** A screen that could not be read again is read once more after so long, in milliseconds. */
const AGAIN_MS = 10_000;

/** Reads a screen again after a change of anything it shows, never twice at once; `reload` throws when it could not. */
export function useLiveList(screen: LiveScreen, reload: () => Promise<unknown>): Connection {
  const [state, setState] = useState<Connection>(lists.isOpen() ? 'live' : 'opening');
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    const topics: readonly string[] = topicsOfScreen(screen);
    let again: ReturnType<typeof setTimeout> | undefined;
    const soon = debounceAsync(delayOf(screen), async () => {
      clearTimeout(again);
      await latest.current().catch(() => {
        again = setTimeout(soon.schedule, AGAIN_MS);
      });
    });
    const stop = lists((event) => {
      if (event === 'lost') return setState('lost');
      setState('live');
      if (event === 'ready' || topics.includes(event)) soon.schedule();
    });
    return () => {
      stop();
      soon.cancel();
      clearTimeout(again);
    };
  }, [screen]);
  return state;
}

/** Calls `changed` when the caller's own account or orders may have changed, never again before what it returned is done. */
export function useOwnChanges(changed: () => unknown, active = true): Connection {
  const [state, setState] = useState<Connection>(own.isOpen() ? 'live' : 'opening');
  const latest = useRef(changed);
  latest.current = changed;
  useEffect(() => {
    if (!active) return;
    const soon = debounceAsync(0, async () => {
      await latest.current();
    });
    const stop = own((event) => {
      if (event === 'lost') return setState('lost');
      setState('live');
      soon.schedule();
    });
    return () => {
      stop();
      soon.cancel();
    };
  }, [active]);
  return state;
}
