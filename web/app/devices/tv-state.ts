import { useEffect, useReducer } from 'react';
import { errorCode } from '../api.ts';
import { tvClient, tvToken } from './tv-client.ts';

export type TvState =
  | { screen: 'starting' }
  | { screen: 'pairing'; number: number; link: string; expiresAt: number }
  | { screen: 'linked'; ownerName: string; fresh: boolean };

interface Tv {
  state: TvState;
  online: boolean;
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
    online: true,
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
  while (!signal.aborted) {
    try {
      if (tvToken.get()) await play(signal, show);
      else await pair(signal, show);
      pause = RETRY.first;
    } catch (error) {
      if (signal.aborted) return;
      if (errorCode(error) === 'UNAUTHORIZED') tvToken.clear();
      else {
        show({ online: false });
        await sleep(pause, signal);
        pause = Math.min(pause * 2, RETRY.most);
      }
    }
  }
}

/** Shows a number until it is linked (then the token is kept) or has run out. Throws when the connection drops. */
async function pair(signal: AbortSignal, show: (change: Partial<Tv>) => void) {
  const pairing = await tvClient.begin(undefined, { signal });
  const expiresAt = Date.parse(pairing.expiresAt);
  const own = { number: String(pairing.number), secret: pairing.secret };
  show({ online: true, state: { screen: 'pairing', number: pairing.number, link: pairing.link, expiresAt } });
  let pause = RETRY.first;
  while (!signal.aborted) {
    try {
      for await (const { state } of await tvClient.wait(own, { signal })) {
        show({ online: true });
        pause = RETRY.first;
        if (state === 'expired') return;
        if (state === 'linked') {
          const claim = await tvClient.claim(own, { signal });
          tvToken.set(claim.token);
          show({ state: { screen: 'linked', ownerName: claim.ownerName, fresh: true } });
          await sleep(GREETING, signal);
          return;
        }
      }
    } catch (error) {
      if (signal.aborted || errorCode(error)) throw error;
      show({ online: false });
    }
    await sleep(pause, signal);
    pause = Math.min(pause * 2, RETRY.most);
  }
}

/** Plays for the owner until the TV is unlinked. */
async function play(signal: AbortSignal, show: (change: Partial<Tv>) => void) {
  const self = await tvClient.self(undefined, { signal });
  show({ online: true, state: { screen: 'linked', ownerName: self.ownerName, fresh: false } });
  for await (const { state } of await tvClient.stay(undefined, { signal })) {
    if (state === 'unlinked') {
      tvToken.clear();
      return;
    }
  }
  await sleep(RETRY.first, signal);
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
