import type { PlayerState } from '#domain/playout/contract.ts';
import { MOST_PLAYS, MOST_RETURNED } from '#domain/playout/rules.ts';
import { clientWith } from '../../api-client.ts';
import { tvToken } from '../tv-client.ts';
import { tvMedia } from './media.ts';
import { playLog } from './play-log.ts';

type TvCalls = ReturnType<typeof clientWith>['playout']['tv'];
export type TvLease = Awaited<ReturnType<TvCalls['bag']>>['leases'][number];

export type Plate =
  | { is: 'offline'; since: Date; kept: number }
  | { is: 'offlineLong' }
  | { is: 'online'; sent: number };

/** What the screen shows beside the programme. */
export interface PlayerView {
  advert: { lease: TvLease; picture: string } | null;
  plate: Plate | null;
  isSeen: boolean;
  state: PlayerState | null;
}

export const NOTHING: PlayerView = { advert: null, plate: null, isSeen: false, state: null };

/** Milliseconds. The calls of docs/tv-protocol.md, and how the screen behaves. */
const POLL = 60_000;
const POLL_SPREAD = 10_000;
const AGAIN = { first: 5_000, most: 5 * 60_000 };
const ANSWER = 20_000;
const BAG_AGAIN = 5 * 60_000;
const FIRST_GAP = 6_000;
const GAP = 45_000;
const STEP = 250;
/** A step that took longer means that the machine slept. */
const SLEPT = 3_000;
const SILENT = 150_000;
const LONG_OFFLINE = 2 * 3600_000;
const PLATE = { offline: 10_000, again: 10 * 60_000, online: 5_000 };
const SEEN = { shows: 2_000, again: 60_000 };

/** Shows what the server leased, reports what was on the screen, and says what the viewer should know, until it is aborted. */
export async function runPlayer(signal: AbortSignal, show: (change: Partial<PlayerView>) => void): Promise<void> {
  const calls = clientWith(async () => tvToken.get()).playout.tv;
  const media = tvMedia();
  const bag = new Map<string, TvLease>();
  /** Shown or over; the server has heard of them, or will from the log. */
  const done = new Set<string>();
  const revoked = new Set<string>();
  let clock: { server: number; at: number } | null = null;
  let askedBag = Number.NEGATIVE_INFINITY;
  let heard = performance.now();
  let isOffline = false;
  /** The server's time; none before the first answer, because this machine's own clock may be wrong. */
  const serverNow = () => clock && clock.server + performance.now() - clock.at;

  async function talk(): Promise<number> {
    const limit = () => ({ signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER)]) });
    const now = serverNow();
    const over = [...bag.values()].filter(
      ({ id, closesAt }) => !done.has(id) && now !== null && Date.parse(closesAt) <= now,
    );
    const unplayed = over.map(({ id }) => id).slice(0, MOST_RETURNED);
    let sent = 0;
    for (;;) {
      const plays = await playLog.first(MOST_PLAYS);
      const answer = await calls.report({ plays, unplayed: sent === 0 ? unplayed : [] }, limit());
      note(answer);
      await playLog.remove(answer.remove);
      for (const id of unplayed) bag.delete(id);
      sent += plays.length;
      if (plays.length < MOST_PLAYS) break;
    }
    if (performance.now() - askedBag > BAG_AGAIN) {
      const answer = await calls.bag(undefined, limit());
      note(answer);
      askedBag = performance.now();
      const ids = new Set(answer.leases.map(({ id }) => id));
      // What the server no longer names was reported, or its time is over.
      for (const [id, { closesAt }] of bag)
        if (!ids.has(id) && (done.has(id) || Date.parse(closesAt) < Date.parse(answer.now))) bag.delete(id);
      for (const id of done) if (!bag.has(id)) done.delete(id);
      for (const lease of answer.leases) bag.set(lease.id, lease);
      void media.keep([...bag.values()]);
    }
    return sent;
  }

  function note(answer: { now: string; state: PlayerState; revoked: string[] }): void {
    clock = { server: Date.parse(answer.now), at: performance.now() };
    heard = performance.now();
    for (const id of answer.revoked) {
      revoked.add(id);
      bag.delete(id);
    }
    show({ state: answer.state });
  }

  async function keepTalking(): Promise<void> {
    let pause = AGAIN.first;
    while (!signal.aborted) {
      try {
        const sent = await talk();
        if (isOffline) {
          isOffline = false;
          show({ plate: { is: 'online', sent } });
          void sleep(PLATE.online, signal).then(() => show({ plate: null }));
        }
        pause = AGAIN.first;
        await sleep(POLL + (2 * Math.random() - 1) * POLL_SPREAD, signal, 'online');
      } catch {
        await sleep(pause, signal, 'online');
        pause = Math.min(2 * pause, AGAIN.most);
      }
    }
  }

  async function keepWatch(): Promise<void> {
    let lastPlate = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      await sleep(1_000, signal);
      const silent = performance.now() - heard;
      if (navigator.onLine && silent < SILENT) continue;
      isOffline = true;
      if (performance.now() - lastPlate < PLATE.again) continue;
      lastPlate = performance.now();
      show({
        plate:
          silent > LONG_OFFLINE
            ? { is: 'offlineLong' }
            : { is: 'offline', since: new Date(Date.now() - silent), kept: await playLog.count() },
      });
      await sleep(PLATE.offline, signal, 'online');
      if (isOffline) show({ plate: null });
      else lastPlate = Number.NEGATIVE_INFINITY;
    }
  }

  /** The next lease that can be shown whole, whose time ends first. */
  function next(now: number): { lease: TvLease; picture: string } | null {
    const open = [...bag.values()]
      .filter(
        ({ id, opensAt, closesAt, seconds }) =>
          !done.has(id) && Date.parse(opensAt) <= now && now + 1000 * seconds <= Date.parse(closesAt),
      )
      .sort((a, b) => Date.parse(a.closesAt) - Date.parse(b.closesAt));
    for (const lease of open) {
      const picture = media.pictureOf(lease);
      if (picture) return { lease, picture };
    }
    return null;
  }

  async function keepPlaying(): Promise<void> {
    let gap = FIRST_GAP;
    let ended = performance.now();
    let lastSeen = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      await sleep(STEP, signal);
      const now = serverNow();
      if (now === null || performance.now() - ended < gap || document.visibilityState !== 'visible') continue;
      const chosen = next(now);
      if (!chosen) continue;
      const isWhole = await play(chosen, now);
      gap = GAP;
      ended = performance.now();
      if (isWhole && performance.now() - lastSeen > SEEN.again) {
        lastSeen = performance.now();
        show({ isSeen: true });
        void sleep(SEEN.shows, signal).then(() => show({ isSeen: false }));
      }
    }
  }

  async function play({ lease, picture }: { lease: TvLease; picture: string }, startedAt: number): Promise<boolean> {
    done.add(lease.id);
    show({ advert: { lease, picture } });
    const begun = performance.now();
    let last = begun;
    let visible = 0;
    while (!signal.aborted && last - begun < 1000 * lease.seconds && !revoked.has(lease.id)) {
      await sleep(STEP, signal);
      const step = performance.now() - last;
      if (step > SLEPT) break;
      if (document.visibilityState === 'visible') visible += step;
      last += step;
    }
    show({ advert: null });
    const facts = {
      shownMs: Math.round(last - begun),
      visibleMs: Math.round(visible),
      progressMs: Math.round(visible),
    };
    await playLog.add({ lease: lease.id, startedAt: new Date(startedAt).toISOString(), ...facts });
    return visible >= 1000 * lease.seconds;
  }

  await Promise.all([keepTalking(), keepWatch(), keepPlaying()]);
}

/** Ends early when it is aborted, or when an event of the window comes. */
function sleep(milliseconds: number, signal: AbortSignal, wakes?: 'online'): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      if (wakes) window.removeEventListener(wakes, stop);
      resolve();
    };
    const timer = setTimeout(stop, milliseconds);
    signal.addEventListener('abort', stop);
    if (wakes) window.addEventListener(wakes, stop);
  });
}
