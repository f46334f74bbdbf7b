import { Fragment, type MouseEvent } from 'react';
import { splitAtMatches } from '#domain/admin/palette.ts';
import { Badge } from '../ui/badge.tsx';
import type { Entry, Section } from './entries.ts';
import styles from './palette.module.css';

interface OptionGroupProps {
  /** Begins the ids of all that belongs to the palette. */
  id: string;
  section: Section;
  /** Of all sections, in their order. */
  entries: readonly Entry[];
  current: Entry | undefined;
  query: string;
  onPoint: (at: number) => void;
  onOpen: (entry: Entry, inNewTab: boolean) => void;
}

export function OptionGroup({ id, section, entries, current, query, onPoint, onOpen }: OptionGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list
    <div role="group" aria-labelledby={`${id}${section.key}`} className={styles.group}>
      <p id={`${id}${section.key}`} className="osd">
        {section.title}
      </p>
      {section.entries.map((entry) => (
        <Option
          key={`${entry.kind}${entry.path}${entry.title}`}
          id={`${id}${entries.indexOf(entry)}`}
          entry={entry}
          query={query}
          isCurrent={entry === current}
          onPoint={() => onPoint(entries.indexOf(entry))}
          onOpen={(event) => onOpen(entry, event.ctrlKey || event.metaKey)}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  query: string;
  isCurrent: boolean;
  onPoint: () => void;
  onOpen: (event: MouseEvent) => void;
}

/** The field keeps the focus: an option is pointed at by the arrow keys and opened by Enter there. */
function Option({ id, entry: { kind, title, text, badge }, query, isCurrent, onPoint, onOpen }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the current option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={styles.option}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <span className={styles.kind}>{kind}</span>
      <span className={styles.thing}>
        <b>
          {splitAtMatches(title, query).map((part, place) =>
            part.isFound ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in their order
              <mark key={place}>{part.text}</mark>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              <Fragment key={place}>{part.text}</Fragment>
            ),
          )}
        </b>
        {text && <small>{text}</small>}
      </span>
      {badge && <Badge {...(badge.tone ? { tone: badge.tone } : {})}>{badge.text}</Badge>}
    </div>
  );
}
