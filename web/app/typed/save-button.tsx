import type { ReactNode } from 'react';
import { copy as shell } from '#domain/shell/copy.ts';
import { unsavedCopy as copy } from '#domain/unsaved-copy.ts';
import { Button } from '../ui/button.tsx';
import styles from './typed.module.css';
import { useOnline, type WhenBack } from './use-when-back.ts';

interface SaveButtonProps {
  whenBack: WhenBack;
  disabled?: boolean;
  loading: boolean;
  loadingLabel: string;
  children: ReactNode;
}

/** Submits the form; without a network it says that it will be saved later, and then that it waits. */
export function SaveButton({ whenBack, disabled = false, loading, loadingLabel, children }: SaveButtonProps) {
  const online = useOnline();
  return (
    <>
      <Button type="submit" disabled={disabled || whenBack.waits} loading={loading} loadingLabel={loadingLabel}>
        {online && !whenBack.waits ? children : copy.whenBack}
      </Button>
      <span className={styles.waits} role="status">
        {whenBack.waits && (
          <>
            {shell.offline.waits(1)}{' '}
            <button type="button" onClick={whenBack.giveUp}>
              {copy.giveUp}
            </button>
          </>
        )}
      </span>
    </>
  );
}
