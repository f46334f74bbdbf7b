import type { PlayerState } from '#domain/playout/contract.ts';
import { MOST_PLAYS, MOST_RETURNED } from '#domain/playout/rules.ts';
import { errorCode } from '../../api.ts';
import { clientWith } from '../../api-client.ts';
import { tvToken } from '../tv-client.ts';
import { measureFreeStorage } from './free-storage.ts';
import { screenReport } from './page.ts';
import { sleep } from './sleep.ts';
import { storeProgramme } from './stored-programme.ts';
import {
  LEASE_REQUEST_MS,
  POLL_INTERVAL_MS,
  POLL_SPREAD_MS,
  RETRY_BACKOFF_MS,
  SERVER_ANSWER_TIMEOUT_MS,
  VIEWER_NOTICE_MS,
} from './times.ts';
import type { TvPlayerState } from './tv-player-state.ts';
import { showViewerNotice } from './watch.ts';

interface Answer {
  now: string;
  state: PlayerState;
  isPlaceMissing?: boolean | undefined;
  asksAfter?: number | null | undefined;
  revoked: string[];
  version: string;
  command?: 'reload' | 'relink' | null | undefined;
}

/** Reports each minute and asks for leases, until the page ends; after a failure with growing pauses. */
export async function runServerSync(tv: TvPlayerState): Promise<void> {
  const { signal, bell } = tv;
  const calls = clientWith(async () => tvToken.get()).playout.tv;
  const limit = () => ({ signal: AbortSignal.any([signal, AbortSignal.timeout(SERVER_ANSWER_TIMEOUT_MS)]) });
  let bagAsked = Number.NEGATIVE_INFINITY;
  let bagSeconds = 0;
  let wasResting = false;

  function note(answer: Answer, asked: number): void {
    tv.clock.hear(answer.now, asked);
    tv.heard = performance.now();
    tv.version = answer.version;
    tv.command = answer.command ?? tv.command;
    tv.bag.revoke(answer.revoked);
    if (answer.asksAfter !== undefined) tv.asksAfter = answer.asksAfter === null ? null : 1000 * answer.asksAfter;
    // A server of the version before does not say whether the place only waits to be confirmed.
    tv.show({ state: answer.state, isPlaceMissing: answer.isPlaceMissing ?? true });
  }

  async function report(): Promise<number> {
    const now = tv.clock.now();
    if (now !== null) tv.bag.giveBackOver(now);
    let sent = 0;
    for (;;) {
      const plays = tv.log.first(MOST_PLAYS);
      const unplayed = tv.bag.unplayed(MOST_RETURNED);
      const asked = performance.now();
      const answer = await calls.report({ plays, unplayed, screen: screenReport() }, limit());
      note(answer, asked);
      tv.log.remove(answer.remove);
      tv.bag.forgetUnplayed(answer.remove);
      sent += plays.length;
      if (answer.remove.length === 0 || (plays.length < MOST_PLAYS && unplayed.length < MOST_RETURNED)) return sent;
    }
  }

  function wantsBag(): boolean {
    if (tv.isResting) return false;
    const since = performance.now() - bagAsked;
    return (
      wasResting ||
      since > LEASE_REQUEST_MS.again ||
      (since > LEASE_REQUEST_MS.soonest && tv.bag.secondsLeft() < bagSeconds / 2)
    );
  }

  async function takeBag(): Promise<void> {
    const asked = performance.now();
    const answer = await calls.bag(undefined, limit());
    note(answer, asked);
    bagAsked = performance.now();
    wasResting = false;
    tv.bag.take(answer.leases, Date.parse(answer.now));
    // It may have gone to rest while the answer was on its way.
    if (tv.isResting) tv.bag.giveBackAll();
    bagSeconds = tv.bag.secondsLeft();
    tv.show({ programme: storeProgramme(answer.programme) });
  }

  async function talk(): Promise<number> {
    void measureFreeStorage();
    const sent = await report();
    if (wantsBag()) await takeBag();
    if (tv.isResting) wasResting = true;
    void tv.media.keep(tv.bag.all());
    return sent;
  }

  let pause = RETRY_BACKOFF_MS.first;
  const soon = () => {
    pause = RETRY_BACKOFF_MS.first;
  };
  // The first try over a line that is back often fails: the next one comes soon, however long the outage was.
  window.addEventListener('online', soon, { signal });
  while (!signal.aborted) {
    let wait: number;
    try {
      const sent = await talk();
      if (tv.isOffline) {
        tv.isOffline = false;
        void showViewerNotice(tv, { is: 'online', sent }, VIEWER_NOTICE_MS.online);
      }
      pause = RETRY_BACKOFF_MS.first;
      wait = POLL_INTERVAL_MS + (2 * Math.random() - 1) * POLL_SPREAD_MS;
    } catch (error) {
      if (isRefusal(error)) tv.heard = performance.now();
      wait = pause * (1 + (2 * Math.random() - 1) * RETRY_BACKOFF_MS.spread);
      pause = Math.min(2 * pause, RETRY_BACKOFF_MS.most);
    }
    await sleep(wait, signal, [window, 'online'], [bell, 'ring']);
  }
}

/** The server answered, though not with what was asked for. */
const isRefusal = (error: unknown): boolean => {
  const code = errorCode(error);
  return code === 'UNAUTHORIZED' || code === 'TOO_MANY_REQUESTS';
};
