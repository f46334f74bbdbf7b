import { useEffect } from 'react';

/** The back/forward cache keeps a page as it was left: on return from another site its buttons are enabled again. */
export function usePageRestoredFromCache(returned: () => void) {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) returned();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  });
}
