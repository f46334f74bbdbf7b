import type { Reel } from './create-reel.ts';
import { storeLastError } from './errors.ts';
import { sleep } from './sleep.ts';

/** Milliseconds. A film whose picture does not move for so long is left, and when none can be played they are tried again after a while. */
const STALLS = 20_000;
const BEGINS = 20_000;
const AGAIN = 30_000;
const LOOK = 1_000;

/** Plays the films one after the other for ever. Those that cannot be played are left out; the drawing under them stays. */
export async function playProgramme(films: readonly string[], reel: Reel, signal: AbortSignal): Promise<void> {
  let failed = 0;
  for (let n = 0; !signal.aborted && films.length > 0; n += 1) {
    const url = new URL(films[n % films.length]!, window.location.href).href;
    const isReady = await reel.prepare(url, BEGINS, signal);
    if (n > 0 && failed === 0) await toItsEnd(reel, signal);
    if (signal.aborted) break;
    if (isReady && (await reel.cut(BEGINS, signal))) {
      failed = 0;
      continue;
    }
    if (signal.aborted) break;
    failed += 1;
    storeLastError(`programme: ${url}`);
    if (failed >= films.length) {
      reel.stop();
      await sleep(AGAIN, signal, [window, 'online']);
    }
  }
  reel.clear();
}

async function toItsEnd(reel: Reel, signal: AbortSignal): Promise<void> {
  const film = reel.film();
  let moved = { to: film.currentTime, at: performance.now() };
  while (!signal.aborted && !film.ended && !film.error) {
    await sleep(LOOK, signal, [film, 'ended'], [film, 'error']);
    const now = performance.now();
    if (film.currentTime !== moved.to || reel.isPaused() || document.visibilityState !== 'visible')
      moved = { to: film.currentTime, at: now };
    else if (now - moved.at > STALLS) return;
    // A browser may pause a page that nobody sees, and not go on by itself.
    if (film.paused && !film.ended && !reel.isPaused() && document.visibilityState === 'visible') reel.resume();
  }
}
