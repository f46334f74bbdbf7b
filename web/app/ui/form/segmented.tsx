import type { CSSProperties } from 'react';
import styles from '../small.module.css';

export interface Segment<K extends string> {
  key: K;
  label: string;
  /** A token's value for the little mark, for example `var(--bar-yellow)`. */
  colour?: string;
}

/** One of a few choices, all visible. */
export function Segmented<K extends string>({
  label,
  segments,
  selected,
  onSelect,
}: {
  label: string;
  segments: readonly Segment<K>[];
  selected: K;
  onSelect: (key: K) => void;
}) {
  return (
    <fieldset className={styles.segmented} aria-label={label}>
      {segments.map(({ key, label: text, colour }) => (
        <button key={key} type="button" aria-pressed={key === selected} onClick={() => onSelect(key)}>
          {colour && <i style={{ '--key': colour } as CSSProperties} />}
          {text}
        </button>
      ))}
    </fieldset>
  );
}
