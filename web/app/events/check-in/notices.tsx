import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { formatTime } from '#domain/time.ts';
import type { client } from '../../api.ts';
import styles from './check-in.module.css';

type Clash = Awaited<ReturnType<typeof client.events.admin.door.state>>['clashes'][number];

interface Props {
  /** What became of the checks of this device that were sent later. */
  notices: readonly string[];
  onNoticeSeen: (notice: string) => void;
  /** Tickets that came in at two doors. */
  clashes: readonly Clash[];
  onClashSeen: (key: string) => void;
}

/** What whoever stands at the door has to know, until it was seen. */
export function Notices({ notices, onNoticeSeen, clashes, onClashSeen }: Props) {
  const all = [
    ...notices.map((notice) => ({ key: notice, notice, onSeen: () => onNoticeSeen(notice) })),
    ...clashes.map(({ key, code, doors }) => ({
      key,
      notice: copy.double(
        code,
        doors.map((one) => ({ door: one.door, time: formatTime(one.at) })),
      ),
      onSeen: () => onClashSeen(key),
    })),
  ];
  if (all.length === 0) return null;
  return (
    <div role="alert">
      {all.map(({ key, notice, onSeen }) => (
        <p key={key} className={styles.notice}>
          {notice}
          <button type="button" onClick={onSeen}>
            {copy.seen}
          </button>
        </p>
      ))}
    </div>
  );
}
