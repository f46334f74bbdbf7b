import { MOST_PLAYS, MOST_RETURNED } from '#domain/playout/rules.ts';
import { tvToken } from '../tv-client.ts';
import { runAdvertLoop } from './adverts.ts';
import type { Reel } from './create-reel.ts';
import { screenReport } from './page.ts';
import { readStoredProgramme } from './stored-programme.ts';
import { runServerReports } from './talk.ts';
import { createTvState, type TvPlayerState } from './tv-player-state.ts';
import type { Show } from './view.ts';
import { runTvWatchdog } from './watch.ts';

/**
 * Shows what the server leased, reports what was on the screen, and says what the viewer should know, until it is aborted. What is called
 * when stands in docs/tv-protocol.md.
 */
export async function runPlayer(signal: AbortSignal, show: Show, spots: Reel, programme: Reel): Promise<void> {
  const life = new AbortController();
  const tv = await createTvState(AbortSignal.any([signal, life.signal]), show, spots, programme);
  show({ programme: readStoredProgramme() });
  window.addEventListener('pagehide', () => reportBeforeLeaving(tv), { signal: tv.signal });
  try {
    await Promise.all([runServerReports(tv), runTvWatchdog(tv), runAdvertLoop(tv)]);
  } finally {
    // What goes wrong in one part ends the others, so that whoever runs this can begin again.
    life.abort();
    tv.media.close();
  }
}

/** The page ends: what was shown, and that the rest will not be. It is tried once; what the server does not hear is in the log. */
function reportBeforeLeaving(tv: TvPlayerState): void {
  tv.bag.giveBackAll();
  const plays = [...tv.log.first(MOST_PLAYS - 1), ...(tv.playing ? [tv.playing()] : [])];
  const unplayed = tv.bag.unplayed(MOST_RETURNED);
  const token = tvToken.get();
  if (!token || plays.length + unplayed.length === 0) return;
  const body = JSON.stringify({ plays, unplayed, screen: { ...screenReport(), visible: false } });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  void fetch('/api/tv/report', { method: 'POST', keepalive: true, headers, body }).catch(() => {});
}
