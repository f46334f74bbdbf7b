import { admin } from '#domain/admin/copy.ts';
import { common } from '#domain/copy.ts';
import { formatTime } from '#domain/time.ts';
import type { Connection } from '../live.ts';
import { Button } from '../ui/button.tsx';
import styles from './freshness.module.css';

/** What is known of how new a list is. */
export interface ListFreshness {
  connection: Connection;
  /** When what is shown was read, in milliseconds; 0 before anything was. */
  readAt: number;
  /** The last time it could not be read again. */
  isStale: boolean;
  /** Somebody edits a row, so new rows wait. */
  isHeld: boolean;
  reload: () => unknown;
}

/** Whether a list is kept up to date, in words; nothing while there is no list. */
export function Freshness({ connection, readAt, isStale, isHeld, reload }: ListFreshness) {
  if (readAt === 0) return null;
  const time = formatTime(new Date(readAt));
  const state = connection === 'live' ? (isStale ? 'failed' : isHeld ? 'held' : 'live') : connection;
  const words = admin.freshness[state];
  return (
    <span className={styles.freshness} data-connection={state}>
      {typeof words === 'string' ? words : words(time)}
      {(state === 'failed' || state === 'lost') && (
        <Button size="sm" variant="ghost" onClick={() => reload()}>
          {common.refresh}
        </Button>
      )}
    </span>
  );
}
