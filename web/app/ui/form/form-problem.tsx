import { useEffect, useRef } from 'react';
import styles from './field.module.css';

/** What went wrong with a submit. Each is an object of its own, so that the same sentence a second time is said again. */
export interface Problem {
  text: string;
  /** The wrong fields say it themselves, and the first of them has the focus. */
  atFields?: boolean;
}

/**
 * Stands directly before the row of buttons, where the person has just pressed: it is scrolled into view and focused when it
 * appears or changes. `FormError` is for parts that could not be loaded.
 */
export function FormProblem({ problem }: { problem: Problem | null | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!problem || problem.atFields) return;
    box.current!.scrollIntoView({ block: 'nearest' });
    box.current!.focus({ preventScroll: true });
  }, [problem]);
  if (!problem) return null;
  return (
    <div ref={box} className={`${styles.formError} ${styles.formProblem}`} role="alert" tabIndex={-1}>
      <p>{problem.text}</p>
    </div>
  );
}
