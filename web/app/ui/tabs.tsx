import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './tabs.module.css';

export interface Tab<K extends string> {
  key: K;
  label: string;
  content: ReactNode;
}

/**
 * Tabs: arrows, Home and End move, exactly one panel is shown. `numbered` shows the tab's number; `keepAll`
 * leaves hidden panels in the page, so that search engines and the browser's search find their texts.
 */
export function Tabs<K extends string>({
  tabs,
  selected,
  onSelect,
  label,
  numbered = false,
  keepAll = false,
}: {
  tabs: readonly Tab<K>[];
  selected: K;
  onSelect: (key: K) => void;
  label: string;
  numbered?: boolean;
  keepAll?: boolean;
}) {
  const id = useId();
  const keys = useRef<(HTMLButtonElement | null)[]>([]);
  const at = tabs.findIndex((tab) => tab.key === selected);

  // On a phone the row is wider than the screen, and an address may have chosen one that is outside it.
  useLayoutEffect(() => {
    const tab = keys.current[at];
    const row = tab?.parentElement;
    if (!row) return;
    const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [at]);

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
            aria-controls={`${id}-panel${keepAll ? `-${tab.key}` : ''}`}
            tabIndex={i === at ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(tab.key)}
          >
            {numbered && <span className={`osd ${styles.key}`}>{i + 1}</span>}
            {tab.label}
          </button>
        ))}
      </div>
      {keepAll ? (
        tabs.map((tab, i) => (
          <div
            key={tab.key}
            role="tabpanel"
            id={`${id}-panel-${tab.key}`}
            aria-labelledby={`${id}-${tab.key}`}
            hidden={i !== at}
          >
            {tab.content}
          </div>
        ))
      ) : (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
          {tabs[at]?.content}
        </div>
      )}
    </>
  );
}
