import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { NoFigure } from '../../part/data-part.tsx';
import type { PartState } from '../../part/part-state.ts';
import { Button } from '../../ui/button.tsx';
import styles from './header.module.css';

export const VIEWS = ['scan', 'search', 'guests'] as const;
export type View = (typeof VIEWS)[number];

interface HeaderProps {
  view: View;
  onView: (view: View) => void;
  door: string;
  onDoor: () => void;
  counted: { admitted: number; issued: number } | undefined;
  /** Of the count, when it is not there. */
  part: PartState;
  day: string | null;
  live: { live: number; all: number } | null;
}

/** Door and count; on a wide screen also the day, the doors that are heard of and the way between scanning and the guests. */
export function Header({ view, onView, door, onDoor, counted, part, day, live }: HeaderProps) {
  return (
    <>
      <header className={styles.header}>
        <h1 className={`d h3 ${styles.title}`}>{copy.title}</h1>
        {day && <p className={styles.day}>{day}</p>}
        {live && (
          <p className={styles.live} data-all={live.live === live.all}>
            {copy.live(live.live, live.all)}
          </p>
        )}
        <button type="button" className={styles.door} onClick={onDoor} aria-label={copy.door.change(door)}>
          <span>{door}</span>
        </button>
        {!counted && (
          <p className={styles.count}>
            <NoFigure part={part} />
          </p>
        )}
        {counted && (
          <p className={`num ${styles.count}`}>
            <span aria-hidden="true">{copy.count(counted.admitted, counted.issued)}</span>
            <span className="vh">{copy.countLabel(counted.admitted, counted.issued)}</span>
          </p>
        )}
        <div className={styles.wide}>
          <Button size="sm" variant="secondary" onClick={() => onView(view === 'scan' ? 'guests' : 'scan')}>
            {view === 'scan' ? copy.tabs.guests : copy.tabs.scan}
          </Button>
        </div>
      </header>
      <nav className={styles.tabs} aria-label={copy.tabsLabel}>
        {VIEWS.map((one) => (
          <button key={one} type="button" aria-current={one === view ? 'page' : undefined} onClick={() => onView(one)}>
            {copy.tabs[one]}
          </button>
        ))}
      </nav>
    </>
  );
}
