import { DAY_MS } from '#domain/day.ts';
import { MOST_PLAYS, MOST_RETURNED } from '#domain/playout/rules.ts';
import { tvToken } from '../tv-client.ts';
import { tvAddress } from '../tv-rest.ts';
import { lastError, storeLastError } from './errors.ts';
import { freeStorage } from './free-storage.ts';
import { sleep } from './sleep.ts';
import type { TvPlayerState } from './tv-player-state.ts';

/** Milliseconds. A page that ran so long works; a command waits until then, so that a repeated one is no endless restart. */
const WORKS = 5 * 60_000;
const SETTLES = 60_000;
const CRASH = { first: 10_000, most: 5 * 60_000, forgotten: 30 * 60_000 };
/** Hours of Belgrade in which a newer version of the page is taken. */
const NIGHT = { from: 2, to: 5 };
const CRASHES = 'vidik.tv.crashes';
const TAKEN = 'vidik.tv.taken';

const hourHere = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Belgrade' });

/** The version of the site that this page is of; the server says its own with each answer. */
export const pageVersion = (): string => window.__reactRouterManifest?.version ?? '';
declare global {
  interface Window {
    __reactRouterManifest?: { version?: string };
  }
}

export function screenReport() {
  const error = lastError();
  const free = freeStorage();
  return {
    version: pageVersion(),
    visible: document.visibilityState === 'visible',
    ...(error === undefined ? {} : { lastError: error }),
    ...(free === undefined ? {} : { freeStorage: free }),
    size: {
      width: Math.round(window.innerWidth * window.devicePixelRatio),
      height: Math.round(window.innerHeight * window.devicePixelRatio),
    },
  };
}

/** The page ends: what was shown, and that the rest will not be. It is tried once; what the server does not hear is in the log. */
export function reportBeforeLeaving(tv: TvPlayerState): void {
  tv.bag.giveBackAll();
  const plays = [...tv.log.first(MOST_PLAYS - 1), ...(tv.playing ? [tv.playing()] : [])];
  const unplayed = tv.bag.unplayed(MOST_RETURNED);
  const token = tvToken.get();
  if (!token || plays.length + unplayed.length === 0) return;
  const body = JSON.stringify({ plays, unplayed, screen: { ...screenReport(), visible: false } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  void fetch('/api/tv/report', { method: 'POST', keepalive: true, headers, body }).catch(() => {});
}

const begin = () => window.location.replace(tvAddress());

/** What staff asked for, once no advert is on. Linked anew, the TV begins with the number on its screen. */
export function runStaffCommand(tv: TvPlayerState): void {
  if (tv.command === null || tv.playing || performance.now() < SETTLES) return;
  const token = tvToken.get();
  if (tv.command === 'relink' && token) {
    // Without its token nobody takes the play that has just ended.
    reportBeforeLeaving(tv);
    tvToken.forget(token);
  }
  tv.command = null;
  begin();
}

/** Takes a newer version of the page at night while no advert is on, each TV at a moment of its own, and each version once. */
export function updateAtNight(tv: TvPlayerState): void {
  const now = tv.clock.now();
  if (now === null || tv.playing || tv.isOffline || performance.now() < WORKS) return;
  if (tv.version === '' || pageVersion() === '' || tv.version === pageVersion()) return;
  const hour = Number(hourHere.format(now));
  if (hour < NIGHT.from || hour >= NIGHT.to || readSession(TAKEN) === tv.version) return;
  // Looked at each second: half of the TVs within half an hour.
  if (Math.random() > 1 / 2600) return;
  // What cannot be noted would be taken again and again.
  if (writeSession(TAKEN, tv.version)) begin();
}

/** A page that ran for minutes is kept as the one to fall back to, and again each day: what is kept gets too old otherwise. */
export async function cacheWorkingPageDaily(signal: AbortSignal): Promise<void> {
  for (await sleep(WORKS, signal); !signal.aborted; await sleep(DAY_MS, signal)) await keepThis(signal);
}

async function keepThis(signal: AbortSignal): Promise<void> {
  if (!navigator.serviceWorker?.controller) return;
  const served = await fetch('/tv', { signal })
    .then((answer) => answer.text())
    .catch(() => '');
  if (!served.includes(pageVersion())) return;
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  navigator.serviceWorker.controller.postMessage({ keep: files, works: new URL('/tv', window.location.href).href });
}

/** After a crash: when to begin again, and whether with the version that worked before. */
export function recordCrash(error: unknown): { pause: number; again: () => void } {
  storeLastError(error);
  const before = JSON.parse(readSession(CRASHES) ?? 'null') as { count: number; at: number } | null;
  const count = before && Date.now() - before.at < CRASH.forgotten ? before.count + 1 : 1;
  writeSession(CRASHES, JSON.stringify({ count, at: Date.now() }));
  const pause = Math.min(CRASH.first * 2 ** (count - 1), CRASH.most);
  return { pause, again: () => window.location.replace(tvAddress(count > 1)) };
}

/** A browser that is full, or stores nothing, throws; the page goes on without. */
function readSession(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeSession(key: string, value: string): boolean {
  try {
    window.sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
