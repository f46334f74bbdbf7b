import { runAdvertLoop } from './adverts.ts';
import type { Reel } from './create-reel.ts';
import { reportBeforeLeaving } from './page.ts';
import { readStoredProgramme } from './stored-programme.ts';
import { runServerSync } from './talk.ts';
import { createTvState } from './tv-player-state.ts';
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
    await Promise.all([runServerSync(tv), runTvWatchdog(tv), runAdvertLoop(tv)]);
  } finally {
    // What goes wrong in one part ends the others, so that whoever runs this can begin again.
    life.abort();
    tv.media.close();
  }
}
