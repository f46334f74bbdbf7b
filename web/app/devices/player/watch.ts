import { forgetRest, noteRest } from '../tv-rest.ts';
import { createStepTimer } from './clocks.ts';
import { runStaffCommand, updateAtNight } from './page.ts';
import { sleep } from './sleep.ts';
import { LONG_OFFLINE_MS, SERVER_SILENT_AFTER_MS, STILL_WATCHING_MS, VIEWER_NOTICE_MS } from './times.ts';
import { type TvPlayerState, wakeReporting } from './tv-player-state.ts';
import type { ViewerNoticeState } from './view.ts';

/** Watches each second over the line, over the clocks and over whether somebody still watches. */
export async function runTvWatchdog(tv: TvPlayerState): Promise<void> {
  const { signal } = tv;
  const look = createStepTimer();
  const question = ask(tv);
  let lastPlate = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await sleep(1_000, signal, [window, 'offline']);
    if (look().clockStood) {
      tv.clock.forget();
      wakeReporting(tv);
    }
    question();
    runStaffCommand(tv);
    updateAtNight(tv);
    const silent = performance.now() - tv.heard;
    if (navigator.onLine && silent < SERVER_SILENT_AFTER_MS) {
      if (!tv.isOffline) lastPlate = Number.NEGATIVE_INFINITY;
      continue;
    }
    tv.isOffline = true;
    // Never over an advert, which has to be seen whole.
    if (tv.playing || tv.plate || performance.now() - lastPlate < VIEWER_NOTICE_MS.again) continue;
    lastPlate = performance.now();
    const now = tv.clock.now();
    const since = now === null ? null : new Date(now - silent);
    const plate: ViewerNoticeState =
      silent > LONG_OFFLINE_MS ? { is: 'offlineLong' } : { is: 'offline', since, kept: tv.log.count() };
    void showViewerNotice(tv, plate, VIEWER_NOTICE_MS.shows);
  }
}

/** A newer one takes its place. */
export async function showViewerNotice(
  tv: TvPlayerState,
  plate: ViewerNoticeState,
  milliseconds: number,
): Promise<void> {
  tv.plate = plate;
  tv.show({ plate });
  await sleep(milliseconds, tv.signal);
  if (tv.plate !== plate) return;
  tv.plate = null;
  tv.show({ plate: null });
}

/**
 * In a household, after hours without a key of the remote, the TV asks whether somebody still watches. Without an answer it gives its leases
 * back and asks for none until a key is pressed or the server says that it need not ask; the question comes again from time to time.
 */
function ask(tv: TvPlayerState): () => void {
  let lastKey = tv.isResting ? Number.NEGATIVE_INFINITY : performance.now();
  let askedAt: number | null = null;
  const stopResting = () => {
    askedAt = null;
    if (tv.isAsking) {
      tv.isAsking = false;
      tv.show({ asks: false });
    }
    if (!tv.isResting) return;
    tv.isResting = false;
    forgetRest();
    wakeReporting(tv);
  };
  const onKey = () => {
    lastKey = performance.now();
    stopResting();
  };
  for (const event of ['keydown', 'pointerdown']) window.addEventListener(event, onKey, { signal: tv.signal });

  return () => {
    const now = performance.now();
    // It is no household any more, or shows no adverts.
    if (tv.asksAfter === null) return stopResting();
    if (!tv.isAsking && now - lastKey <= tv.asksAfter) return;
    if (askedAt === null || (tv.isResting && !tv.isAsking && now - askedAt > VIEWER_NOTICE_MS.again)) {
      if (tv.playing || tv.plate) return;
      askedAt = now;
      tv.isAsking = true;
      tv.show({ asks: true });
    } else if (tv.isAsking && now - askedAt > STILL_WATCHING_MS) {
      tv.isAsking = false;
      tv.show({ asks: false });
      if (tv.isResting) return;
      tv.isResting = true;
      noteRest(tv.asksAfter);
      tv.bag.giveBackAll();
      wakeReporting(tv);
    }
  };
}
