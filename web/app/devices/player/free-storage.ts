import { MOST_FREE_STORAGE } from '#domain/playout/rules.ts';

let bytes: number | undefined;

/** Bytes that the browser still lets the page store, as it said last; `undefined`: it does not say. */
export const freeStorage = (): number | undefined => bytes;

/** Asks for the reports that come. None waits for it: a browser whose disk fails may never answer. */
export async function measureFreeStorage(): Promise<void> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    bytes =
      quota === undefined || usage === undefined
        ? undefined
        : Math.min(Math.max(0, Math.floor(quota - usage)), MOST_FREE_STORAGE);
  } catch {
    // A browser without an account of its storage.
    bytes = undefined;
  }
}
