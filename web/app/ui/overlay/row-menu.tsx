import { Menu } from '@base-ui/react/menu';
import styles from './row-menu.module.css';

export interface RowAction {
  label: string;
  onSelect: () => void;
  /** Red; such ones come last. */
  danger?: boolean;
}

/** The rarer actions of a row behind three dots: arrows, first letters and Esc as in any menu. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className={styles.trigger} aria-label={label}>
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" fill="currentColor">
          <rect x="2" y="7.5" width="3" height="3" />
          <rect x="7.5" y="7.5" width="3" height="3" />
          <rect x="13" y="7.5" width="3" height="3" />
        </svg>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} side="bottom" align="end" sideOffset={4}>
          <Menu.Popup className={styles.menu}>
            {actions.map(({ label: text, onSelect, danger }) => (
              <Menu.Item key={text} className={styles.item} data-danger={danger || undefined} onClick={onSelect}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
