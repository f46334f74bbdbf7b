import { ORPCError } from '@orpc/client';
import { useEffect, useReducer } from 'react';
import { copy } from '#domain/devices/copy.ts';
import { PAIRING_SECONDS } from '#domain/devices/rules.ts';
import { errorCode, errorMessage } from '../api.ts';
import { listenFor } from './listen-for.ts';
import { STREAM_BACKOFF_MS } from './player/times.ts';
import { tvClient, tvToken } from './tv-client.ts';
import { forgetRest } from './tv-rest.ts';

export type TvState =
  | { screen: 'starting' }
  | { screen: 'pairing'; number: number; digits: string; link: string; expiresAt: number }
  /** `number`: by which its owner and staff know it; `null` before the server has said it. */
  | { screen: 'linked'; ownerName: string; number: number | null; greetUntil: number }
  | { screen: 'suspended' };

interface Tv {
  state: TvState;
  /** Why nothing happens, as a sentence for the person in front of the screen. */
  trouble: string | null;
}

/** How long the screen names its owner before the programme begins, in milliseconds. */
const GREETING = 5_000;
/** Pauses of a TV that is not linked, and between two streams. */
const RETRY = { first: 500, most: 15_000 };
/** How often a TV whose owner is blocked asks whether it may play again, in milliseconds. */
const SUSPENDED_RETRY = 60_000;
/** So long one stream is listened to: that of a number a little longer than it is good. Milliseconds. */
const LISTENS = { paired: 30 * 60_000, pairing: 1000 * PAIRING_SECONDS + 5_000 };

/**
 * Runs the TV from power-on to power-off: with a valid token it plays, otherwise it shows a number, renews it when it
 * expires, and waits. A dropped connection is retried with growing delays; without its stream a linked TV plays on, reports and asks for
 * leases, so that it need not come back at once.
 */
export function useTvScreen(): Tv {
  const [tv, set] = useReducer((before: Tv, change: Partial<Tv>): Tv => ({ ...before, ...change }), {
    state: { screen: 'starting' },
    trouble: null,
  });

  useEffect(() => {
    const life = new AbortController();
    void run(life.signal, set);
    return () => life.abort();
  }, []);

  return tv;
}

async function run(signal: AbortSignal, show: (change: Partial<Tv>) => void) {
  let pause = RETRY.first;
  let streamPause = STREAM_BACKOFF_MS.first;
  let greetUntil = 0;
  const onStreamOpen = () => {
    streamPause = STREAM_BACKOFF_MS.first;
  };
  while (!signal.aborted) {
    const token = tvToken.get();
    try {
      if (token) await play(token, signal, show, greetUntil, onStreamOpen);
      else greetUntil = await pair(signal, show);
      pause = RETRY.first;
    } catch (error) {
      if (signal.aborted) return;
      if (isSuspended(error)) {
        show({ trouble: null, state: { screen: 'suspended' } });
        await sleep(SUSPENDED_RETRY, signal);
      } else if (token && errorCode(error) === 'UNAUTHORIZED') tvToken.forget(token);
      else if (token) {
        // Whatever the network and the server do, a linked TV goes on with its programme, also after a restart.
        show({ state: { screen: 'linked', ownerName: '', number: null, greetUntil: 0 }, trouble: troubleOf(error) });
        await sleep(Math.random() * streamPause, signal);
        streamPause = Math.min(streamPause * 2, STREAM_BACKOFF_MS.most);
      } else {
        show({ trouble: troubleOf(error) });
        await sleep(pause, signal);
        pause = Math.min(pause * 2, RETRY.most);
      }
    }
  }
}

/**
 * Shows a number until it has expired (returns 0) or is linked; then it stores the token and greets the owner, and returns
 * until when.
 */
async function pair(signal: AbortSignal, show: (change: Partial<Tv>) => void): Promise<number> {
  const pairing = await tvClient(null).begin(undefined, { signal });
  const own = tvClient(pairing.secret);
  /** By the steady clock: the calendar of a TV may be wrong, and be set right meanwhile. */
  const expiresAt = performance.now() + PAIRING_SECONDS * 1000;
  const { number, digits, link } = pairing;
  const asked = { number: String(number) };
  show({ trouble: null, state: { screen: 'pairing', number, digits, link, expiresAt } });
  let pause = RETRY.first;
  while (!signal.aborted) {
    try {
      const said = listenFor(LISTENS.pairing, signal, (until) => own.wait(asked, { signal: until }));
      for await (const { state } of said) {
        show({ trouble: null });
        pause = state === 'reconnect' ? 0 : RETRY.first;
        if (state === 'expired') return 0;
        if (state === 'linked') {
          const { token, ownerName } = await own.claim(asked, { signal });
          tvToken.set(token);
          forgetRest();
          const greetUntil = performance.now() + GREETING;
          show({ state: { screen: 'linked', ownerName, number, greetUntil } });
          return greetUntil;
        }
      }
    } catch (error) {
      if (signal.aborted) return 0;
      if (errorCode(error)?.startsWith('PAIRING_')) return 0;
      show({ trouble: troubleOf(error) });
    }
    await sleep(pause, signal);
    pause = Math.min(Math.max(pause * 2, RETRY.first), RETRY.most);
  }
  return 0;
}

/** Plays until the TV is unlinked, its owner is blocked, or a new token arrives. */
async function play(
  token: string,
  signal: AbortSignal,
  show: (change: Partial<Tv>) => void,
  greetUntil: number,
  onStreamOpen: () => void,
) {
  const tv = tvClient(token);
  const { ownerName, number, renew } = await tv.self(undefined, { signal });
  show({ trouble: null, state: { screen: 'linked', ownerName, number, greetUntil } });
  const goOnWithNewToken = async () => tvToken.set((await tv.renew(undefined, { signal })).token);
  if (renew) return goOnWithNewToken();
  for await (const { state } of listenFor(LISTENS.paired, signal, (until) => tv.stay(undefined, { signal: until }))) {
    onStreamOpen();
    if (state === 'unlinked') return tvToken.forget(token);
    if (state === 'renew') return goOnWithNewToken();
    if (state === 'suspended' || state === 'reconnect') return;
  }
  await sleep(RETRY.first, signal);
}

const isSuspended = (error: unknown) =>
  error instanceof ORPCError && (error.data as { reason?: string } | undefined)?.reason === 'owner suspended';

const troubleOf = (error: unknown) => (errorCode(error) === null ? copy.tv.offline : errorMessage(error));

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(stop, milliseconds);
    signal.addEventListener('abort', stop);
  });
}
