import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { foldText } from '#domain/fold.ts';
import styles from './row-menu.module.css';

export interface RowAction {
  label: string;
  onSelect: () => void;
  /** Red; such ones come last. */
  danger?: boolean;
}

interface RowMenuProps {
  label: string;
  /** The label is written on the button, in place of the dots. */
  isNamed?: boolean;
  actions: readonly RowAction[];
}

/** The rarer actions of a row behind three dots: arrows, first letters and Esc as in any menu; the focus returns to the dots. */
export function RowMenu({ label, isNamed = false, actions }: RowMenuProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    itemsOf(menu.current)[0]?.focus();
    const onPointer = (event: PointerEvent) => {
      const pressed = event.target as Node;
      if (!menu.current?.contains(pressed) && !trigger.current?.contains(pressed)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open]);

  const close = () => {
    trigger.current?.focus();
    setOpen(false);
  };

  function press(event: KeyboardEvent) {
    const items = itemsOf(menu.current);
    const now = items.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowDown: (now + 1) % items.length,
      ArrowUp: (now - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    const letter = event.key.length === 1 ? foldText(event.key) : null;
    const named = letter && items.find((item) => foldText(item.textContent).startsWith(letter));
    if (to !== undefined) items[to]?.focus();
    else if (named) named.focus();
    else if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return setOpen(false);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.around}>
      <button
        ref={trigger}
        type="button"
        className={styles.trigger}
        data-named={isNamed || undefined}
        aria-label={isNamed ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {isNamed ? (
          label
        ) : (
          <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" fill="currentColor">
            <rect x="2" y="7.5" width="3" height="3" />
            <rect x="7.5" y="7.5" width="3" height="3" />
            <rect x="13" y="7.5" width="3" height="3" />
          </svg>
        )}
      </button>
      {open && (
        <div ref={menu} id={id} className={styles.menu} role="menu" tabIndex={-1} aria-label={label} onKeyDown={press}>
          {actions.map(({ label: text, onSelect, danger }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={styles.item}
              data-danger={danger || undefined}
              onClick={() => {
                close();
                onSelect();
              }}
            >
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const itemsOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? []),
];
