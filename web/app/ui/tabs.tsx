import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './tabs.module.css';

export interface Tab<K extends string> {
  key: K;
  label: string;
  content: ReactNode;
}

/** Channel keys: arrows move, Home and End jump, exactly one panel is there. `numbered` shows the channel's number. */
export function Tabs<K extends string>({
  tabs,
  selected,
  onSelect,
  label,
  numbered = false,
}: {
  tabs: readonly Tab<K>[];
  selected: K;
  onSelect: (key: K) => void;
  label: string;
  numbered?: boolean;
}) {
  const id = useId();
  const keys = useRef<(HTMLButtonElement | null)[]>([]);
  const at = tabs.findIndex((tab) => tab.key === selected);

  function onKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(tabs[next]!.key);
    keys.current[next]?.focus();
  }

  return (
    <>
      <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, i) => (
          <button
            key={tab.key}
            ref={(node) => {
              keys.current[i] = node;
            }}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={i === at}
            aria-controls={`${id}-panel`}
            tabIndex={i === at ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(tab.key)}
          >
            {numbered && <span className={`osd ${styles.key}`}>{i + 1}</span>}
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {tabs[at]?.content}
      </div>
    </>
  );
}
