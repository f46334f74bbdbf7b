import { Dialog as Base } from '@base-ui/react/dialog';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { common } from '#domain/copy.ts';
import { Button } from '../button.tsx';
import { FormProblem, type Problem } from '../form/form-problem.tsx';
import styles from './dialog.module.css';

export interface DialogFrameProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Beside the body on wide screens, below it on phones. */
  aside?: ReactNode;
  footer?: ReactNode;
  /** What went wrong with its action, beside the buttons. */
  problem?: Problem | null;
  /** Steps, under the title and over the whole width. */
  progress?: ReactNode;
  /** `lg` fills a phone's screen. */
  size?: 'md' | 'lg';
  /** As high as the screen allows whatever it holds: only the body scrolls, and the two buttons of the footer never move. */
  fixed?: boolean;
  asideOnPhone?: 'below' | 'first' | 'hidden';
  closeLabel?: string;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Sees each field before it is changed. */
  onField?: (field: EventTarget) => void;
}

/** Keeps the focus inside, closes with Esc, and returns the focus to what opened it. Screens use `Dialog`. */
export function DialogFrame({
  open,
  onOpenChange,
  title,
  description,
  children,
  aside,
  footer,
  problem,
  progress,
  size = 'md',
  fixed = false,
  asideOnPhone = 'below',
  closeLabel = common.close,
  initialFocus,
  onField,
}: DialogFrameProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={`${styles.dialog} ${size === 'lg' ? styles.lg : ''} ${fixed ? styles.fixed : ''}`}
            {...(initialFocus ? { initialFocus } : {})}
            onFocusCapture={(event) => onField?.(event.target)}
          >
            <div className={styles.bars} />
            <header className={styles.head}>
              <Base.Title className="d h3">{title}</Base.Title>
              <Base.Close className={styles.close} aria-label={closeLabel} />
              {description && <Base.Description className={styles.description}>{description}</Base.Description>}
            </header>
            {progress && <div className={styles.progress}>{progress}</div>}
            {(children || aside) && (
              <div className={`${styles.main} ${aside ? styles.withAside : ''}`}>
                {children && <div className={styles.body}>{children}</div>}
                {aside && (
                  <aside className={styles.aside} data-on-phone={asideOnPhone}>
                    {aside}
                  </aside>
                )}
              </div>
            )}
            {footer && (
              <footer className={`${styles.foot} ${size === 'lg' ? styles.spread : ''}`}>
                {problem && (
                  <div className={styles.problem}>
                    <FormProblem problem={problem} />
                  </div>
                )}
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The button in the footer that closes without doing: asks like Esc does, when something was typed. */
export function DialogClose(button: ComponentProps<typeof Button>) {
  return <Base.Close render={<Button variant="secondary" {...button} />} />;
}
