import { useEffect, useState } from 'react';
import { findCopy } from '#domain/shell/find-copy.ts';
import { lazyComponent } from '../ui/late/lazy-component.tsx';
import { letterOf, useSingleKeys } from '../ui/single-keys.ts';
import styles from './palette-button.module.css';

const Palette = lazyComponent(() => import('./palette.tsx'), { size: 'dialog', title: findCopy.late });

const KeysDialog = lazyComponent(() => import('./keys-dialog.tsx'), { size: 'dialog', title: findCopy.keysLate });

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search over everything: the button, and Ctrl or ⌘ with K on every page of the back office; „?“ opens the list of keys. */
export function PaletteButton({ hidden = false }: { /** Only the key. */ hidden?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  useSingleKeys({ '?': () => setShowsKeys(true) });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isAsked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isAsked || letterOf(event) !== 'k') return;
      event.preventDefault();
      // A dialog with what was typed in it stays on top.
      if (!document.querySelector('[role=dialog], [role=alertdialog]')) setOpen(true);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      {!hidden && (
        <button
          type="button"
          className={styles.button}
          aria-keyshortcuts="Control+K Meta+K"
          onPointerEnter={Palette.fetch}
          onClick={() => setOpen(true)}
        >
          {findCopy.button}
          <span className={styles.key} aria-hidden="true">
            {isApple() ? findCopy.appleKey : findCopy.key}
          </span>
        </button>
      )}
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
