import { storeLastError } from './errors.ts';

const LOCK = 'vidik.tv';
/** Another window has the adverts when it does not let go within this time. Milliseconds. */
const ELSEWHERE = 1_000;

/** One window of this TV works at a time, as far as the browser can say which; `elsewhere` hears whether another one does. */
export async function runInOneWindow(
  signal: AbortSignal,
  elsewhere: (is: boolean) => void,
  work: () => Promise<void>,
): Promise<void> {
  if (!navigator.locks) return work();
  const waiting = setTimeout(() => elsewhere(true), ELSEWHERE);
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    clearTimeout(waiting);
    elsewhere(false);
    return work();
  };
  try {
    await navigator.locks.request(LOCK, { signal }, begin);
  } catch (error) {
    clearTimeout(waiting);
    if (signal.aborted) return;
    storeLastError(error);
    // A browser that lets the page store nothing gives it no lock either.
    if (!isBegun) await begin();
  }
}
