import { useEffect, useRef, useSyncExternalStore } from 'react';

/** Single keys of the back office, like P and N, can be switched off for this browser (WCAG 2.1.4). */
const STORED = 'vidik.single-keys';
const listeners = new Set<() => void>();

/** Whether they work in this browser. */
export const areSingleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
};

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, 'off');
  for (const listener of listeners) listener();
}

export const useSingleKeysOn = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    areSingleKeysOn,
    () => true,
  );

const isOverlayIn = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest('[role=alertdialog], [role=menu], [role=listbox]') !== null) ||
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/** What each key does, by its letter in lower case; nothing while something is typed, a dialog is open or keys are switched off. */
export function useSingleKeys(keys: Partial<Record<string, () => void>>): void {
  const on = useSingleKeysOn();
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!on) return;
    function onKeyDown(event: KeyboardEvent) {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('input:not([type=checkbox]), textarea, select, [role=dialog]');
      // Esc that has closed a menu or a dialog, or is held down, closes nothing more.
      const isTaken = event.key === 'Escape' && (event.defaultPrevented || event.repeat || isOverlayIn(event.target));
      if (isTyping || isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = latest.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [on]);
}
