import type { ComponentProps } from 'react';
import styles from './small.module.css';

/** A part of a page under its own heading. */
export function Section(props: Omit<ComponentProps<'section'>, 'className'>) {
  return <section {...props} className={styles.section} />;
}
