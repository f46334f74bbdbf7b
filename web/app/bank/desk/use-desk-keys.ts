import { useEffect, useRef } from 'react';
import { areSingleKeysOn, isHeldDown, letterOf } from '../../ui/single-keys.ts';

/** Single keys of the desk, by letter in lower case or the key's name. */
type Keys = Partial<Record<'j' | 'k' | 's' | 'z' | 'enter', () => void>>;

/**
 * While nothing is being typed and no dialog is open, a key does its work, a letter unless letters are switched off; Enter on a control is
 * the control's. Held down, only J and K go on.
 */
export function useDeskKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isHeldDown(event)) return;
      const { target } = event;
      const within = (what: string) => target instanceof Element && target.closest(what) !== null;
      if (within('input:not([type=radio]), textarea, select, [role=dialog]')) return;
      const name = letterOf(event) as keyof Keys;
      if (name === 'enter' && within('a, button, input')) return;
      if (event.key.length === 1 && !areSingleKeysOn()) return;
      const work = latest.current[name];
      if (!work) return;
      event.preventDefault();
      work();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
