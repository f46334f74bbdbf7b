import { useEffect, useReducer, useState } from 'react';
import { NOTHING, type PlayerView, runPlayer } from './player.ts';

const LOCK = 'vidik.tv';

/** Runs the player in one window of this TV at a time; `isElsewhere`: another one has it. */
export function usePlayer(): PlayerView & { isElsewhere: boolean } {
  const [view, show] = useReducer(
    (before: PlayerView, change: Partial<PlayerView>) => ({ ...before, ...change }),
    NOTHING,
  );
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    const life = new AbortController();
    const { signal } = life;
    void run(signal, setElsewhere, show);
    void keepAwake(signal);
    return () => life.abort();
  }, []);
  return { ...view, isElsewhere };
}

async function run(signal: AbortSignal, elsewhere: (is: boolean) => void, show: (change: Partial<PlayerView>) => void) {
  if (!navigator.locks) return runPlayer(signal, show);
  const hold = () => {
    elsewhere(false);
    return runPlayer(signal, show);
  };
  try {
    const waiting = setTimeout(() => elsewhere(true), 1_000);
    await navigator.locks.request(LOCK, { signal }, () => {
      clearTimeout(waiting);
      return hold();
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Keeps the screen on where the browser can; asked again each time the page comes back. */
async function keepAwake(signal: AbortSignal): Promise<void> {
  const ask = () => {
    if (document.visibilityState === 'visible') void navigator.wakeLock?.request('screen').catch(() => {});
  };
  ask();
  document.addEventListener('visibilitychange', ask, { signal });
}
