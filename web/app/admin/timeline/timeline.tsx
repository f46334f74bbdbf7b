import { Fragment, type ReactNode } from 'react';
import { dayOf, formatTime, formatWeekday } from '#domain/time.ts';
import styles from './timeline.module.css';

export interface TimelineEntry<Group extends string> {
  key: string;
  group: Group;
  moment: Date;
  text: ReactNode;
  /** Somebody's own words. */
  said?: string | undefined;
  by: string;
}

/** Which of them are shown; the filters are the legend of the colours. */
export function TimelineFilters<Group extends string>({
  label,
  groups,
  words,
  counts,
  shown,
  onShow,
}: {
  label: string;
  groups: readonly Group[];
  words: Record<Group | 'all', string>;
  counts?: Record<Group | 'all', number>;
  shown: Group | null;
  onShow: (group: Group | null) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
    <div className={styles.filters} role="group" aria-label={label}>
      {[null, ...groups].map((group) => (
        <button
          key={group}
          type="button"
          aria-pressed={shown === group}
          onClick={() => onShow(group)}
          data-group={group ?? undefined}
        >
          {group && <i />}
          {words[group ?? 'all']} {counts && <span>{counts[group ?? 'all']}</span>}
        </button>
      ))}
    </div>
  );
}

/** What happened, by day; each entry has its kind as a word, too. */
export function Timeline<Group extends string>({
  entries,
  words,
}: {
  entries: readonly TimelineEntry<Group>[];
  words: Record<Group, string>;
}) {
  return (
    <ol className={styles.timeline}>
      {entries.map((entry, index) => {
        const isNewDay = index === 0 || dayOf(entries[index - 1]!.moment) !== dayOf(entry.moment);
        return (
          <Fragment key={entry.key}>
            {isNewDay && <li className={styles.day}>{formatWeekday(entry.moment)}</li>}
            <li className={styles.event} data-group={entry.group} data-last={index === entries.length - 1 || undefined}>
              <time dateTime={entry.moment.toISOString()}>{formatTime(entry.moment)}</time>
              <span className={styles.mark} />
              <div>
                <span className="vh">{words[entry.group]}: </span>
                {entry.text}
                {entry.said && <p className={styles.said}>{entry.said}</p>}
              </div>
              <span className={styles.who}>{entry.by}</span>
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}

/** Beside a heading of what refreshes by itself. */
export const LiveMark = ({ children }: { children: ReactNode }) => <span className={styles.live}>{children}</span>;
