import { useSyncExternalStore } from 'react';

/** How many changes wait for the network, and how many were sent since it came back last. */
let state = { waiting: 0, sent: 0 };
const NONE = state;
const listeners = new Set<() => void>();

function set(next: typeof state) {
  state = next;
  for (const listener of [...listeners]) listener();
}

/** One more waits; the returned function takes it out again. */
export function addWaitingChange(): () => void {
  set({ waiting: state.waiting + 1, sent: 0 });
  return () => set({ ...state, waiting: state.waiting - 1 });
}

export const forgetSentChanges = () => set({ ...state, sent: 0 });
export const recordSentChange = () => set({ ...state, sent: state.sent + 1 });

export const useWaitingChanges = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => NONE,
  );
