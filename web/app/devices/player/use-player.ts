import { type RefObject, useEffect, useReducer, useState } from 'react';
import { createReel, type Reel } from './create-reel.ts';
import { storeLastError, storeUncaughtErrors } from './errors.ts';
import { runInOneWindow } from './one-window.ts';
import { cacheWorkingPageDaily } from './page.ts';
import { runPlayer } from './player.ts';
import { playProgramme } from './programme.ts';
import { sleep } from './sleep.ts';
import { NOTHING, type PlayerView, type Show } from './view.ts';

/** Milliseconds. */
const AGAIN = 10_000;

/** A pair of `<video>` elements. */
type Pair = RefObject<HTMLDivElement | null>;

/** Runs the player in one window of this TV at a time; `isElsewhere`: another one has it. */
export function usePlayer(spots: Pair, programme: Pair): PlayerView & { isElsewhere: boolean } {
  const [view, show] = useReducer(
    (before: PlayerView, change: Partial<PlayerView>) => ({ ...before, ...change }),
    NOTHING,
  );
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    const life = new AbortController();
    const { signal } = life;
    storeUncaughtErrors(signal);
    void runInOneWindow(signal, setElsewhere, () => play(signal, show, reelOf(spots), reelOf(programme)));
    void keepAwake(signal);
    void cacheWorkingPageDaily(signal);
    return () => life.abort();
  }, [spots, programme]);
  return { ...view, isElsewhere };
}

function reelOf({ current }: Pair): Reel {
  const [front, back] = current!.querySelectorAll('video');
  return createReel(front!, back!);
}

/** Begins again after a fault, which staff hear of. */
async function play(signal: AbortSignal, show: Show, spots: Reel, programme: Reel): Promise<void> {
  let films: readonly string[] | null = null;
  let other = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const direct: Show = (change) => {
    show(change);
    if (!change.programme || change.programme === films) return;
    films = change.programme;
    const list = films;
    other.abort();
    other = new AbortController();
    const until = AbortSignal.any([signal, other.signal]);
    // The list before lets go of the elements first.
    running = running.then(() => playProgramme(list, programme, until)).catch(storeLastError);
  };
  while (!signal.aborted) {
    await runPlayer(signal, direct, spots, programme).catch(storeLastError);
    await sleep(AGAIN, signal);
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
