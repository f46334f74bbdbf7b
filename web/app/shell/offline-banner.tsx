import { useEffect, useRef, useState } from 'react';
import { copy } from '#domain/shell/copy.ts';
import { formatTime } from '#domain/time.ts';
import { useOnline } from '../typed/use-send-when-online.ts';
import { forgetSentChanges, useWaitingChanges } from '../typed/waiting.ts';
import styles from './offline-banner.module.css';

/** Seconds between the attempts to reach the server. */
const PAUSES = [5, 10, 20, 40, 60];
/** So long the banner says that the connection is back; in the same place, so that it covers no button. */
const BACK_FOR_MS = 5_000;

/** Under the header while the browser has no connection: since when, and when it is tried again. */
export function OfflineBanner() {
  const online = useOnline();
  const { sent } = useWaitingChanges();
  const before = useRef(online);
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    setBack(online && !before.current);
    if (!online) forgetSentChanges();
    before.current = online;
  }, [online]);
  useEffect(() => {
    if (!isBack) return;
    const timer = setTimeout(() => setBack(false), BACK_FOR_MS);
    return () => clearTimeout(timer);
  }, [isBack]);
  if (!online) return <Banner />;
  return isBack ? (
    <div className={`${styles.banner} ${styles.back}`} role="status">
      <div className={`wrap ${styles.inner}`}>
        <b>{copy.offline.back}</b>
        {sent > 0 && <span>{copy.offline.sent(sent)}</span>}
      </div>
    </div>
  ) : null;
}

function Banner() {
  const { waiting } = useWaitingChanges();
  const [since] = useState(() => new Date());
  const [attempt, setAttempt] = useState(0);
  const [left, setLeft] = useState(PAUSES[0]!);
  const [reached, setReached] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt begins the countdown anew
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => now - 1), 1_000);
    return () => clearInterval(timer);
  }, [attempt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when the countdown has ended
  useEffect(() => {
    if (left <= 0) void tryNow();
  }, [left]);

  async function tryNow() {
    const next = attempt + 1;
    setAttempt(next);
    setLeft(PAUSES[Math.min(next, PAUSES.length - 1)]!);
    const { ok } = await fetch('/healthz', { cache: 'no-store' }).catch(() => ({ ok: false }));
    setReached(ok);
  }

  if (reached) return null;
  return (
    <div className={styles.banner} role="status">
      <div className={`wrap ${styles.inner}`}>
        <b>{copy.offline.title}</b>
        <span>
          {waiting > 0
            ? copy.offline.bannerWaits(formatTime(since), copy.offline.waits(waiting))
            : copy.offline.banner(formatTime(since))}
        </span>
        <span className={styles.next} aria-hidden="true">
          {copy.offline.again(Math.max(0, left))}
        </span>
        <button type="button" onClick={() => void tryNow()}>
          {copy.offline.now}
        </button>
      </div>
    </div>
  );
}
