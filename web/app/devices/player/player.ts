import { MOST_PLAYS, MOST_RETURNED } from '#domain/playout/rules.ts';
import { tvToken } from '../tv-client.ts';
import { keepPlaying } from './adverts.ts';
import { keptProgramme } from './kept-programme.ts';
import { screenNow } from './page.ts';
import type { Reel } from './reel.ts';
import { keepTalking } from './talk.ts';
import { openTv, type Tv } from './tv.ts';
import type { Show } from './view.ts';
import { keepWatch } from './watch.ts';

/**
 * Shows what the server leased, reports what was on the screen, and says what the viewer should know, until it is aborted. What is called
 * when stands in docs/tv-protocol.md.
 */
export async function runPlayer(signal: AbortSignal, show: Show, spots: Reel, programme: Reel): Promise<void> {
  const life = new AbortController();
  const tv = await openTv(AbortSignal.any([signal, life.signal]), show, spots, programme);
  show({ programme: keptProgramme() });
  window.addEventListener('pagehide', () => reportBeforeLeaving(tv), { signal: tv.signal });
  try {
    await Promise.all([keepTalking(tv), keepWatch(tv), keepPlaying(tv)]);
  } finally {
    // What goes wrong in one part ends the others, so that whoever runs this can begin again.
    life.abort();
    tv.media.close();
  }
}

/** The page ends: what was shown, and that the rest will not be. It is tried once; what the server does not hear is in the log. */
function reportBeforeLeaving(tv: Tv): void {
  tv.bag.giveBackAll();
  const plays = [...tv.log.first(MOST_PLAYS - 1), ...(tv.playing ? [tv.playing()] : [])];
  const unplayed = tv.bag.unplayed(MOST_RETURNED);
  const token = tvToken.get();
  if (!token || plays.length + unplayed.length === 0) return;
  const body = JSON.stringify({ plays, unplayed, screen: { ...screenNow(), visible: false } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  void fetch('/api/tv/report', { method: 'POST', keepalive: true, headers, body }).catch(() => {});
}
