import { type ReactNode, useEffect, useId, useRef } from 'react';
import { common } from '#domain/copy.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { Button } from '../button.tsx';
import styles from './lazy-load-failure.module.css';

interface LateFailureProps {
  size: 'dialog' | 'part';
  title: string;
  /** It is all that the page has. */
  isWholePage?: boolean;
  /** How often it was asked for. */
  attempt: number;
  onRetry: () => void;
  onClose?: (() => void) | undefined;
}

/** The place of a part that did not arrive: what is missing, and another try, which is made by itself when the network is back. */
export function LazyLoadFailure({ size, title, isWholePage = false, attempt, onRetry, onClose }: LateFailureProps) {
  const again = useRef(onRetry);
  again.current = onRetry;
  useEffect(() => {
    const retry = () => again.current();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);
  const id = useId();
  const Heading = isWholePage ? 'h1' : 'h2';
  const content = (
    <>
      <div className={styles.bars} />
      <div className={styles.body}>
        <Heading className="d h3" id={id}>
          {title}
        </Heading>
        <p>{size === 'dialog' ? lateCopy.dialogText : lateCopy.partText}</p>
        <div className="row">
          <Button size="sm" onClick={onRetry}>
            {common.retry}
          </Button>
          {attempt > 1 && (
            <Button size="sm" variant="secondary" onClick={() => window.location.reload()}>
              {lateCopy.reload}
            </Button>
          )}
          {onClose && (
            <Button size="sm" variant="secondary" onClick={onClose}>
              {common.close}
            </Button>
          )}
        </div>
      </div>
    </>
  );
  if (size === 'part')
    return (
      <div className={styles.failure} role="alert">
        {content}
      </div>
    );
  return (
    <Modal labelledBy={id} onClose={onClose}>
      {content}
    </Modal>
  );
}

/** A dialog whose code is under way: the press is answered at once. */
export function LazyLoadDialog({ onClose }: { onClose: (() => void) | undefined }) {
  const id = useId();
  return (
    <Modal labelledBy={id} onClose={onClose} waiting>
      <div className={styles.bars} />
      <div className={styles.body}>
        <p id={id} role="status">
          {common.loading}
        </p>
      </div>
    </Modal>
  );
}

/** The browser's own dialog: ours is part of what may not have arrived. */
function Modal({
  labelledBy,
  onClose,
  waiting = false,
  children,
}: {
  labelledBy: string;
  onClose: (() => void) | undefined;
  waiting?: boolean;
  children: ReactNode;
}) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={box}
      className={`${styles.failure} ${styles.modal} ${waiting ? styles.waiting : ''}`}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      {children}
    </dialog>
  );
}
