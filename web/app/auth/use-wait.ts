import { useEffect, useState } from 'react';
import { MAIL_AGAIN_SECONDS } from '#domain/accounts/rules.ts';

/** Seconds that are left of the pause between two mails; by the clock, because a tab in the background is woken rarely. */
export function useWait(begun: boolean) {
  const [now, setNow] = useState(Date.now);
  const [until, setUntil] = useState(begun ? now + MAIL_AGAIN_SECONDS * 1000 : 0);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const waits = left > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [waits]);
  const start = () => {
    setNow(Date.now());
    setUntil(Date.now() + MAIL_AGAIN_SECONDS * 1000);
  };
  return { left, start };
}
