import { datesOf } from '#domain/events/days.ts';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { formatTime } from '#domain/time.ts';
import styles from './check-in.module.css';
import type { Door } from './device/use-door.ts';

interface DoorStatesProps {
  door: Door;
  isWide: boolean;
  /** Nobody is let in today. */
  closed: boolean;
}

/** That there is no connection, and that today is no day of the event. */
export function DoorStates({ door, isWide, closed }: DoorStatesProps) {
  const { list } = door;
  return (
    <div role="status" className={styles.states}>
      {!door.isOnline && (
        <p className={styles.offline}>
          {list ? copy.offline(formatTime(list.at)) : copy.offlineWithoutList}{' '}
          {isWide && door.waitingToSend > 0 && <b>{copy.waiting(door.waitingToSend)}.</b>}
        </p>
      )}
      {closed && list && <p className={styles.offline}>{copy.closed(datesOf(list))}</p>}
    </div>
  );
}
