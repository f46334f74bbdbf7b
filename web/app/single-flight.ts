import { useCallback, useRef } from 'react';

/**
 * Wraps an action so that a second press while the first still runs does nothing: React's state would notice too late. A
 * form's event is always prevented, also the ignored one, or the browser would submit the fields in an address.
 */
export function useSingleFlight<Args extends unknown[]>(act: (...args: Args) => Promise<unknown>) {
  const running = useRef(false);
  const latest = useRef(act);
  latest.current = act;
  return useCallback(async (...args: Args) => {
    if (isEvent(args[0])) args[0].preventDefault();
    if (running.current) return;
    running.current = true;
    try {
      await latest.current(...args);
    } finally {
      running.current = false;
    }
  }, []);
}

const isEvent = (value: unknown): value is { preventDefault(): void } =>
  typeof (value as { preventDefault?: unknown } | undefined)?.preventDefault === 'function';
