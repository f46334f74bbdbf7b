import { useEffect, useRef, useSyncExternalStore } from 'react';
import { latin } from '#domain/fold.ts';

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

/** Whether what is pressed there is typed, or belongs to a dialog. */
export const isTypedIn = (place: EventTarget | null): boolean =>
  place instanceof Element && place.closest('input:not([type=checkbox]), textarea, select, [role=dialog]') !== null;

/** The letter of a key in lower case, also where Cyrillic is typed: `К` is `k`, and `Џ` is `x`, in whose place it stands. */
export const letterOf = ({ key }: Pick<KeyboardEvent, 'key'>): string => latin(key.replace(/^џ$/i, 'x')).toLowerCase();

/** Held down, a key leads on from row to row, and does nothing else: what comes next has not been seen. */
export const isHeldDown = ({ key, repeat }: Pick<KeyboardEvent, 'key' | 'repeat'>): boolean =>
  repeat && !['j', 'k', 'arrowdown', 'arrowup'].includes(letterOf({ key }));

type Keys = Partial<Record<string, () => void>>;

/** What lies over the page, with the menu of its header: while one is open the keys are its own, and Esc closes nothing besides. */
const OVER_THE_PAGE = '[role=dialog], [role=alertdialog], [role=menu], header[data-known] [aria-expanded=true]';

/** `onPress` hears of a key before anything else does: what the key closes is gone by the time of `onKeyDown`. */
export function singleKeyListeners(keys: () => Keys) {
  let isCovered = false;
  return {
    onPress() {
      isCovered = document.querySelector(OVER_THE_PAGE) !== null;
    },
    onKeyDown(event: KeyboardEvent) {
      // Esc that has closed something closes nothing more.
      const isTaken = isCovered || isHeldDown(event) || (event.key === 'Escape' && event.defaultPrevented);
      if (isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = keys()[letterOf(event)];
      if (!act) return;
      // On a page that Esc leaves it leaves a field first.
      if (isTypedIn(event.target)) return void (event.key === 'Escape' && (event.target as HTMLElement).blur());
      event.preventDefault();
      act();
    },
  };
}

/** What each key does, by its letter in lower case; nothing while something is typed, a dialog or menu is open or keys are switched off. */
export function useSingleKeys(keys: Keys): void {
  const on = useSingleKeysOn();
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!on) return;
    const { onPress, onKeyDown } = singleKeyListeners(() => latest.current);
    window.addEventListener('keydown', onPress, true);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onPress, true);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [on]);
}
