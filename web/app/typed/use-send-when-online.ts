import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { addWaitingChange, recordSentChange } from './waiting.ts';

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

export type WhenBack = ReturnType<typeof useSendWhenOnline>;

/**
 * A form that is sent by itself when the network is back. It waits in the form, where it is seen, can be changed and given up;
 * `send` is what the button does, and resolves to whether it is done. Never for anything that costs money (decision 165).
 */
export function useSendWhenOnline(send: () => Promise<boolean>) {
  const [waits, setWaits] = useState(false);
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (!waits) return;
    const stopWaiting = addWaitingChange();
    const go = () => {
      setWaits(false);
      latest.current().then((done) => done && recordSentChange(), console.error);
    };
    window.addEventListener('online', go);
    return () => {
      window.removeEventListener('online', go);
      stopWaiting();
    };
  }, [waits]);
  return { waits, wait: () => setWaits(true), giveUp: () => setWaits(false) };
}
