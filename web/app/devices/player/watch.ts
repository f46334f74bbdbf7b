import { steps } from './clocks.ts';
import { obey, updateAtNight } from './page.ts';
import { sleep } from './sleep.ts';
import { LONG_OFFLINE, PLATE, QUESTION, SILENT } from './times.ts';
import { ring, type Tv } from './tv.ts';
import type { Plate } from './view.ts';

/** Watches each second over the line, over the clocks and over whether somebody still watches. */
export async function keepWatch(tv: Tv): Promise<void> {
  const { signal } = tv;
  const look = steps();
  const question = ask(tv);
  let lastPlate = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await sleep(1_000, signal, [window, 'offline']);
    if (look().clockStood) {
      tv.clock.forget();
      ring(tv);
    }
    question();
    obey(tv);
    updateAtNight(tv);
    const silent = performance.now() - tv.heard;
    if (navigator.onLine && silent < SILENT) {
      if (!tv.isOffline) lastPlate = Number.NEGATIVE_INFINITY;
      continue;
    }
    tv.isOffline = true;
    // Never over an advert, which has to be seen whole.
    if (tv.playing || tv.plate || performance.now() - lastPlate < PLATE.again) continue;
    lastPlate = performance.now();
    const now = tv.clock.now();
    const since = now === null ? null : new Date(now - silent);
    const plate: Plate = silent > LONG_OFFLINE ? { is: 'offlineLong' } : { is: 'offline', since, kept: tv.log.count() };
    void showPlate(tv, plate, PLATE.shows);
  }
}

/** A newer one takes its place. */
export async function showPlate(tv: Tv, plate: Plate, milliseconds: number): Promise<void> {
  tv.plate = plate;
  tv.show({ plate });
  await sleep(milliseconds, tv.signal);
  if (tv.plate !== plate) return;
  tv.plate = null;
  tv.show({ plate: null });
}

/**
 * In a household, after hours without a key of the remote, the TV asks whether somebody still watches. Without an answer it gives its leases
 * back and asks for none until a key is pressed; the question comes again from time to time.
 */
function ask(tv: Tv): () => void {
  let lastKey = performance.now();
  let askedAt: number | null = null;
  const stop = () => {
    askedAt = null;
    tv.isAsking = false;
    tv.show({ asks: false });
  };
  const onKey = () => {
    lastKey = performance.now();
    if (tv.isAsking) stop();
    if (!tv.isResting) return;
    tv.isResting = false;
    ring(tv);
  };
  for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, onKey, { signal: tv.signal });

  return () => {
    const now = performance.now();
    const isDue = tv.asksAfter !== null && now - lastKey > tv.asksAfter;
    if (!isDue) return;
    if (askedAt === null || (tv.isResting && !tv.isAsking && now - askedAt > PLATE.again)) {
      if (tv.playing || tv.plate) return;
      askedAt = now;
      tv.isAsking = true;
      tv.show({ asks: true });
    } else if (tv.isAsking && now - askedAt > QUESTION) {
      tv.isAsking = false;
      tv.show({ asks: false });
      if (tv.isResting) return;
      tv.isResting = true;
      tv.bag.giveBackAll();
      ring(tv);
    }
  };
}
