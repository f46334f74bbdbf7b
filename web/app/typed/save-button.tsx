import type { ReactNode } from 'react';
import { copy as shell } from '#domain/shell/copy.ts';
import { unsavedCopy as copy } from '#domain/unsaved-copy.ts';
import { Button } from '../ui/button.tsx';
import styles from './typed.module.css';
import { useOnline, type WhenBack } from './use-send-when-online.ts';

interface SaveButtonProps {
  whenBack: WhenBack;
  disabled?: boolean;
  loading: boolean;
  loadingLabel?: string;
  /** Of the form, for a button outside it. */
  form?: string;
  children: ReactNode;
}

/** Submits the form; without a network it says that it will be saved later, and then that it waits. */
export function SaveButton({ whenBack, disabled = false, loadingLabel, children, ...button }: SaveButtonProps) {
  const online = useOnline();
  return (
    <>
      <Button
        type="submit"
        disabled={disabled || whenBack.waits}
        {...(loadingLabel ? { loadingLabel } : {})}
        {...button}
      >
        {online && !whenBack.waits ? children : copy.whenBack}
      </Button>
      <WaitingChangeNotice waits={whenBack.waits} onGiveUp={whenBack.giveUp} />
    </>
  );
}

/** Says that one change waits for the network, and lets it be given up. */
export function WaitingChangeNotice({ waits, onGiveUp }: { waits: boolean; onGiveUp: () => void }) {
  return (
    <span className={styles.waits} role="status">
      {waits && (
        <>
          {shell.offline.waits(1)}{' '}
          <button type="button" onClick={onGiveUp}>
            {copy.giveUp}
          </button>
        </>
      )}
    </span>
  );
}
