import styles from './next-step.module.css';

/** On a button, for whoever has a keyboard. */
export const Key = ({ children }: { children: string }) => (
  <span className={styles.key} aria-hidden="true">
    {children}
  </span>
);
