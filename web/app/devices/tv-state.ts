import { useEffect, useReducer } from 'react';
import { copy } from '#domain/devices/copy.ts';
import { PAIRING_SECONDS } from '#domain/devices/rules.ts';
import { errorCode, sayError } from '../api.ts';
import { tvClient, tvToken } from './tv-client.ts';

export type TvState =
  | { screen: 'starting' }
  | { screen: 'pairing'; number: number; link: string; expiresAt: number }
  | { screen: 'linked'; ownerName: string; greetUntil: number };

interface Tv {
  state: TvState;
  /** Why nothing happens, in words for the person in front of the screen. */
  trouble: string | null;
}

/** How long the screen says whose it is before the programme begins, in milliseconds. */
const GREETING = 5_000;
const RETRY = { first: 500, most: 15_000 };

/**
 * Runs the TV from power-on to power-off: with a living token it plays, otherwise it shows a number, renews it when it
 * runs out, and waits. Every wait survives a dropped connection: it asks again, with growing pauses.
 */
export function useTv(): Tv {
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
  let greetUntil = 0;
  while (!signal.aborted) {
    try {
      if (tvToken.get()) await play(signal, show, greetUntil);
      else greetUntil = await pair(signal, show);
      pause = RETRY.first;
    } catch (error) {
      if (signal.aborted) return;
      if (errorCode(error) === 'UNAUTHORIZED') tvToken.clear();
      else {
        show({ trouble: troubleOf(error) });
        await sleep(pause, signal);
        pause = Math.min(pause * 2, RETRY.most);
      }
    }
  }
}

/**
 * Shows a number until it has run out (0) or is linked; then the token is kept, the owner greeted, and the answer is
 * until when.
 */
async function pair(signal: AbortSignal, show: (change: Partial<Tv>) => void): Promise<number> {
  const pairing = await tvClient.begin(undefined, { signal });
  /** By this TV's own clock, which may be hours away from the server's. */
  const expiresAt = Date.now() + PAIRING_SECONDS * 1000;
  const own = { number: String(pairing.number), secret: pairing.secret };
  show({ trouble: null, state: { screen: 'pairing', number: pairing.number, link: pairing.link, expiresAt } });
  let pause = RETRY.first;
  while (!signal.aborted) {
    try {
      for await (const { state } of await tvClient.wait(own, { signal })) {
        show({ trouble: null });
        pause = RETRY.first;
        if (state === 'expired') return 0;
        if (state === 'linked') {
          const { token, ownerName } = await tvClient.claim(own, { signal });
          tvToken.set(token);
          const greetUntil = Date.now() + GREETING;
          show({ state: { screen: 'linked', ownerName, greetUntil } });
          return greetUntil;
        }
      }
    } catch (error) {
      if (signal.aborted) return 0;
      if (errorCode(error)?.startsWith('PAIRING_')) return 0;
      show({ trouble: troubleOf(error) });
    }
    await sleep(pause, signal);
    pause = Math.min(pause * 2, RETRY.most);
  }
  return 0;
}

/** Plays for the owner until the TV is unlinked. */
async function play(signal: AbortSignal, show: (change: Partial<Tv>) => void, greetUntil: number) {
  const { ownerName } = await tvClient.self(undefined, { signal });
  show({ trouble: null, state: { screen: 'linked', ownerName, greetUntil } });
  for await (const { state } of await tvClient.stay(undefined, { signal })) {
    if (state === 'unlinked') {
      tvToken.clear();
      return;
    }
  }
  await sleep(RETRY.first, signal);
}

const troubleOf = (error: unknown) => (errorCode(error) === null ? copy.tv.offline : sayError(error));

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
