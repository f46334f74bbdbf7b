import type { ReactNode } from 'react';
import { FieldGroup } from './field.tsx';
import styles from './field-section.module.css';

/** A named part of a long form; its fields stand in two columns where there is room. */
export function FieldSection({ legend, hint, children }: { legend: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className="d h4">{legend}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <FieldGroup columns={2}>{children}</FieldGroup>
    </fieldset>
  );
}
