import { createStepTimer } from './clocks.ts';
import { storeLastError } from './errors.ts';
import { sleep } from './sleep.ts';
import { ADVERT_GAP_MS, FILM_PREPARED_BEFORE_MS, FILM_TIMEOUT_MS, PLAYER_STEP_MS, SEEN_BADGE_MS } from './times.ts';
import type { TvPlayerState } from './tv-player-state.ts';
import type { TvLease } from './view.ts';

/** Milliseconds; see `PlayFacts` of domain/playout/rules.ts. */
interface Facts {
  shownMs: number;
  visibleMs: number;
  progressMs: number;
}

/** Shows what the server leased, one advert after a stretch of the programme alone, and writes down what was on the screen. */
export async function runAdvertLoop(tv: TvPlayerState): Promise<void> {
  const { signal } = tv;
  let gap = ADVERT_GAP_MS.first;
  let ended = performance.now();
  let lastSeen = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await sleep(PLAYER_STEP_MS, signal);
    const left = gap - (performance.now() - ended);
    if (left > FILM_PREPARED_BEFORE_MS || !mayPlay(tv)) continue;
    const chosen = await choose(tv);
    if (left > 0 || !chosen || momentOf(tv, chosen.lease) === null) continue;
    const isWhole = await (chosen.lease.kind === 'spot' ? playSpot : playBanner)(tv, chosen.lease, chosen.url);
    if (isWhole === null) continue;
    gap = ADVERT_GAP_MS.between;
    ended = performance.now();
    if (isWhole && ended - lastSeen > SEEN_BADGE_MS.again) {
      lastSeen = ended;
      tv.show({ isSeen: true });
      void sleep(SEEN_BADGE_MS.shows, signal).then(() => tv.show({ isSeen: false }));
    }
  }
}

const mayPlay = (tv: TvPlayerState): boolean =>
  document.visibilityState === 'visible' && !tv.isAsking && !tv.isResting && tv.plate === null;

/** When it begins, if it may at this moment: getting it ready takes time, in which its window, the page or a word on the screen may change. */
function momentOf(tv: TvPlayerState, { id }: TvLease): number | null {
  const now = tv.clock.now();
  return now !== null && mayPlay(tv) && tv.bag.mayBegin(id, now) ? now : null;
}

/** The next lease whose file is here; a film is made ready for its first picture. */
async function choose(tv: TvPlayerState): Promise<{ lease: TvLease; url: string } | null> {
  const now = tv.clock.now();
  if (now === null) return null;
  for (const lease of tv.bag.next(now)) {
    const url = tv.media.addressOf(lease);
    if (url === null) continue;
    if (lease.kind === 'banner' || (await tv.spots.prepare(url, FILM_TIMEOUT_MS.begins, tv.signal)))
      return { lease, url };
    storeLastError(`film: ${lease.creative}`);
    tv.bag.giveBack([lease.id]);
  }
  return null;
}

/** Whether it was shown whole; `null`: it was not shown at all, and its lease goes back. */
async function playBanner(tv: TvPlayerState, lease: TvLease, url: string): Promise<boolean | null> {
  const image = new Image();
  image.src = url;
  if (
    !(await image.decode().then(
      () => true,
      () => false,
    ))
  ) {
    storeLastError(`picture: ${lease.creative}`);
    tv.bag.giveBack([lease.id]);
    return null;
  }
  const startedAt = momentOf(tv, lease);
  if (startedAt === null) return null;
  tv.show({ advert: { lease, picture: url } });
  const { visibleMs } = await measure(tv, lease, startedAt, null);
  tv.show({ advert: null });
  return visibleMs >= 1000 * lease.seconds;
}

async function playSpot(tv: TvPlayerState, lease: TvLease): Promise<boolean | null> {
  tv.programme.pause();
  try {
    if (!(await tv.spots.cut(FILM_TIMEOUT_MS.begins, tv.signal))) {
      storeLastError(`film: ${lease.creative}`);
      tv.bag.giveBack([lease.id]);
      return null;
    }
    const startedAt = momentOf(tv, lease);
    if (startedAt === null) return null;
    tv.show({ advert: { lease, picture: null }, progress: 0 });
    const { visibleMs, progressMs } = await measure(tv, lease, startedAt, tv.spots.film());
    return Math.min(visibleMs, progressMs) >= 950 * lease.seconds;
  } finally {
    tv.spots.stop();
    tv.show({ advert: null });
    tv.programme.resume();
  }
}

/** Counts until the advert is over or cut off, and writes it down; of a film also how far it got. */
async function measure(
  tv: TvPlayerState,
  lease: TvLease,
  startedAt: number,
  film: HTMLVideoElement | null,
): Promise<Facts> {
  tv.bag.use(lease.id);
  const lasts = 1000 * lease.seconds;
  const facts: Facts = { shownMs: 0, visibleMs: 0, progressMs: 0 };
  const inReport = () => ({ lease: lease.id, startedAt: new Date(startedAt).toISOString(), ...rounded(facts) });
  tv.playing = inReport;
  const look = createStepTimer();
  let wasHidden = false;
  const onChange = () => {
    wasHidden = true;
  };
  document.addEventListener('visibilitychange', onChange);
  const isOver = () =>
    film ? film.ended || film.error !== null || facts.shownMs > lasts + FILM_TIMEOUT_MS.late : facts.shownMs >= lasts;
  while (!tv.signal.aborted && !isOver() && !tv.bag.isRevoked(lease.id)) {
    const rest = film ? PLAYER_STEP_MS : Math.min(PLAYER_STEP_MS, lasts - facts.shownMs);
    await (film ? sleep(rest, tv.signal, [film, 'ended'], [film, 'error']) : sleep(rest, tv.signal));
    const { step, slept } = look();
    if (slept) break;
    facts.shownMs += step;
    if (document.visibilityState === 'visible' && !wasHidden) facts.visibleMs += step;
    wasHidden = false;
    facts.progressMs = film ? 1000 * film.currentTime : facts.visibleMs;
    if (film) tv.show({ progress: facts.progressMs });
  }
  document.removeEventListener('visibilitychange', onChange);
  tv.log.add(inReport());
  tv.playing = null;
  return facts;
}

const rounded = (facts: Facts): Facts => ({
  shownMs: Math.round(facts.shownMs),
  visibleMs: Math.round(facts.visibleMs),
  progressMs: Math.round(facts.progressMs),
});
