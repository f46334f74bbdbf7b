import { type RefObject, useEffect } from 'react';

/** What an open menu holds is its own. */
const CONTROLS = 'a[href], button:not([role=menuitem]), input, select, textarea';
/** A row of the list, not what is unfolded under one. */
const ROWS = 'tr[data-line]';

/**
 * One Tab stop for each row, so that a list is passed in as many steps as it has rows: left and right move among the controls
 * of a row, up and down to the same control of the next one, Home and End to the first and last row. The control that had the
 * focus last is where Tab comes back to.
 */
export function useRowStops(table: RefObject<HTMLTableElement | null>, shown: boolean): void {
  useEffect(() => {
    const list = shown ? table.current : null;
    if (!list) return;
    const stops = new WeakMap<Element, HTMLElement>();
    const keepOne = () => {
      for (const row of list.querySelectorAll(ROWS)) {
        const controls = controlsOf(row);
        const kept = stops.get(row);
        const stop = kept && controls.includes(kept) ? kept : controls[0];
        for (const control of controls) control.tabIndex = control === stop ? 0 : -1;
      }
    };
    const onFocus = ({ target }: FocusEvent) => {
      const row = (target as Element).closest(ROWS);
      if (!row || !controlsOf(row).includes(target as HTMLElement)) return;
      stops.set(row, target as HTMLElement);
      keepOne();
    };
    const onKey = (event: KeyboardEvent) => move(event, list);
    const changes = new MutationObserver(keepOne);
    keepOne();
    changes.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'href'] });
    list.addEventListener('focusin', onFocus);
    list.addEventListener('keydown', onKey);
    return () => {
      changes.disconnect();
      list.removeEventListener('focusin', onFocus);
      list.removeEventListener('keydown', onKey);
    };
  }, [table, shown]);
}

function move(event: KeyboardEvent, list: HTMLElement) {
  const from = event.target as HTMLElement;
  const row = from.closest(ROWS);
  if (!row || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = nextStop(event.key, from, row, list);
  if (!to) return;
  event.preventDefault();
  to.focus();
}

function nextStop(key: string, from: HTMLElement, row: Element, list: HTMLElement): HTMLElement | undefined {
  const controls = controlsOf(row);
  const place = controls.indexOf(from);
  if (place < 0) return undefined;
  if (key === 'ArrowLeft') return isAtEdge(from, 'start') ? controls[place - 1] : undefined;
  if (key === 'ArrowRight') return isAtEdge(from, 'end') ? controls[place + 1] : undefined;
  if (isTyped(from) || from.matches('select')) return undefined;
  const rows = [...list.querySelectorAll(ROWS)].filter((one) => controlsOf(one).length > 0);
  const next =
    rows[
      { ArrowDown: rows.indexOf(row) + 1, ArrowUp: rows.indexOf(row) - 1, Home: 0, End: rows.length - 1 }[key] ?? -1
    ];
  if (!next) return undefined;
  const others = controlsOf(next);
  return others[Math.min(place, others.length - 1)];
}

const controlsOf = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => !control.matches(':disabled'));

const isTyped = (control: HTMLElement): control is HTMLInputElement | HTMLTextAreaElement =>
  control.matches('textarea, input:not([type="checkbox"], [type="radio"])');

/** In a field the arrows belong to its text until they can go no further. */
function isAtEdge(control: HTMLElement, edge: 'start' | 'end'): boolean {
  if (!isTyped(control)) return true;
  const at = edge === 'start' ? 0 : control.value.length;
  return control.selectionStart === at && control.selectionEnd === at;
}
