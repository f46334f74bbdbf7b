import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 821px)';

/** A tablet or a desk: room for all doors beside the guests. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
