import { type RefObject, useEffect, useRef } from 'react';
import { areSingleKeysOn, isHeldDown, letterOf } from '../single-keys.ts';

export interface Selection<T> {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  label: (row: T) => string;
  /** What the key A does to the row that has the focus. */
  onAct?: (row: T) => void;
  /** What Enter does to it. */
  onOpen?: (row: T) => void;
}

/**
 * Choosing rows by mouse and keyboard: Shift with a click takes the range from the last one; J, K and the arrows move from row
 * to row, with Shift they take the rows on their way, X chooses, A acts, Enter opens, Ctrl+A takes the shown rows, Esc gives up the choice.
 */
export function useRowSelection<T>(
  table: RefObject<HTMLTableElement | null>,
  rows: readonly T[] | undefined,
  rowKey: (row: T) => string,
  selection: Selection<T> | undefined,
): (key: string, chosen: boolean, range: boolean) => void {
  /** Where a range begins. */
  const anchor = useRef<string | null>(null);
  const keys = (rows ?? []).map(rowKey);

  function choose(key: string, chosen: boolean, range: boolean) {
    if (!selection) return;
    const from = range && anchor.current !== null ? keys.indexOf(anchor.current) : -1;
    const to = keys.indexOf(key);
    const meant = from < 0 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
    const next = new Set(selection.selected);
    for (const one of meant) {
      if (chosen) next.add(one);
      else next.delete(one);
    }
    anchor.current = key;
    selection.onChange(next);
  }

  function press(event: KeyboardEvent) {
    if (!selection || keys.length === 0 || event.defaultPrevented || event.altKey || isElsewhere()) return;
    const now = keys.indexOf(focusedRow(table.current)?.dataset.row ?? '');
    const go = (to: number, range: boolean) => {
      const key = keys[Math.max(0, Math.min(keys.length - 1, to))]!;
      const box = boxesOf(table.current)
        .find((row) => row.dataset.row === key)
        ?.querySelector('input');
      box?.focus();
      if (!range) return;
      if (now >= 0 && !selection.selected.has(keys[now]!)) anchor.current = keys[now]!;
      choose(key, true, true);
    };
    const steps: Record<string, () => void> = {
      j: () => go(now + 1, event.shiftKey),
      arrowdown: () => go(now + 1, event.shiftKey),
      k: () => go(now - 1, event.shiftKey),
      arrowup: () => go(now - 1, event.shiftKey),
    };
    if (now >= 0) {
      steps.x = () => choose(keys[now]!, !selection.selected.has(keys[now]!), event.shiftKey);
      const { onOpen } = selection;
      if (onOpen && document.activeElement?.matches('input')) steps.enter = () => onOpen(rows![now]!);
      steps.a = () => {
        if (!selection.onAct) return;
        go(now + 1 < keys.length ? now + 1 : now - 1, false);
        selection.onAct(rows![now]!);
      };
    }
    if (selection.selected.size > 0) steps.escape = () => selection.onChange(new Set());
    const all = event.ctrlKey || event.metaKey;
    const step =
      all && letterOf(event) === 'a'
        ? () => selection.onChange(new Set([...selection.selected, ...keys]))
        : all
          ? undefined
          : event.key.length === 1 && !areSingleKeysOn()
            ? undefined
            : steps[letterOf(event)];
    if (!step) return;
    event.preventDefault();
    if (!isHeldDown(event)) step();
  }

  const latest = useRef(press);
  latest.current = press;
  const active = selection !== undefined;
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [active]);
  return choose;
}

const boxesOf = (table: HTMLElement | null) => [...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];

const focusedRow = (table: HTMLElement | null) =>
  boxesOf(table).find((row) => row.contains(document.activeElement)) ?? null;

/** Somebody types, chooses in a menu or answers a question. */
function isElsewhere(): boolean {
  const focused = document.activeElement;
  if (document.querySelector('[role="dialog"], [role="menu"]')) return true;
  return focused?.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') != null;
}
