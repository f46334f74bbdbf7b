import { useEffect, useRef, useState } from 'react';
import { reportCopy as copy } from '#domain/campaigns/report/report-copy.ts';
import { HOUR_MS } from '#domain/day.ts';
import { formatTime } from '#domain/time.ts';
import type { Connection } from '../../live.ts';
import styles from './report.module.css';

const TICK_MS = 5_000;

interface Props {
  connection: Connection;
  /** Rises with each counted play. */
  counted: number;
  /** The hour of the last one; `null`: there was none. */
  lastPlayAt: Date | string | null;
  /** When these numbers were read. */
  at: number;
}

/**
 * Whether the numbers are of this moment. Of a play that came while the page is open it says how long ago, of an older one its hour: more is
 * not told of a single play. Nothing is announced to who listens; the line is read on demand.
 */
export function LastPlayLine({ connection, counted, lastPlayAt, at }: Props) {
  const before = useRef(counted);
  const [cameAt, setCameAt] = useState<number | null>(null);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (counted > before.current) {
      setCameAt(Date.now());
      setNow(Date.now());
    }
    before.current = counted;
  }, [counted]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (connection === 'opening') return null;
  const isLost = connection === 'lost';
  return (
    <span className={styles.live} data-lost={isLost || undefined}>
      {isLost ? copy.lost(formatTime(new Date(at))) : copy.live(lastPlay())}
    </span>
  );

  function lastPlay(): string | null {
    if (cameAt !== null) return copy.ago(Math.max(1, Math.round((now - cameAt) / 1000)));
    if (lastPlayAt === null) return null;
    const isThisHour = now - new Date(lastPlayAt).getTime() < HOUR_MS;
    return isThisHour ? copy.inThisHour : copy.atTime(lastPlayAt);
  }
}
