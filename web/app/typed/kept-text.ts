import { useEffect, useRef, useState } from 'react';
import { DAY_MS } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { currentSession } from '../session.ts';
import { DOOR_STORAGE_KEYS, TYPED_PREFIX } from '../stored.ts';

interface Kept<Typed> {
  /** Milliseconds since 1970. */
  at: number;
  typed: Typed;
}

const SETTLED_MS = 400;

/**
 * Keeps what is typed into a long form on this device for a day, for whoever closes the tab or loses the page. Signing out
 * forgets it, another account does not see it, and forms about money do not use it.
 */
export function useKeptText<Typed>(form: string) {
  const session = currentSession();
  const key = session.status === 'signedIn' ? `${TYPED_PREFIX}${form}.${session.userId}` : null;
  const [kept, setKept] = useState(() => (key ? read<Typed>(key) : null));
  const next = useRef<{ timer: number; typed: Typed } | null>(null);

  function write() {
    if (!key || !next.current) return;
    clearTimeout(next.current.timer);
    const now: Kept<Typed> = { at: Date.now(), typed: next.current.typed };
    next.current = null;
    try {
      window.localStorage.setItem(key, JSON.stringify(now));
    } catch (error) {
      console.warn('What is typed is not kept on this device.', error);
    }
  }
  const latest = useRef(write);
  latest.current = write;
  useEffect(() => {
    const flush = () => latest.current();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  return {
    /** What was typed before this page was opened; `null` once the person has decided on it. */
    kept,
    settle: () => setKept(null),
    keep(typed: Typed) {
      clearTimeout(next.current?.timer);
      next.current = { typed, timer: window.setTimeout(() => latest.current(), SETTLED_MS) };
    },
    forget() {
      clearTimeout(next.current?.timer);
      next.current = null;
      setKept(null);
      if (key) window.localStorage.removeItem(key);
    },
  };
}

function read<Typed>(key: string): Kept<Typed> | null {
  forgetOldTypedText();
  const stored = window.localStorage.getItem(key);
  return stored === null ? null : (JSON.parse(stored) as Kept<Typed>);
}

/** Called where screens of an account are opened, so that a form that is never opened again keeps nothing either. */
export function forgetOldTypedText() {
  forgetOldGuests();
  for (const key of Object.keys(window.localStorage)) {
    if (!key.startsWith(TYPED_PREFIX)) continue;
    const { at } = JSON.parse(window.localStorage.getItem(key)!) as Kept<unknown>;
    if (Date.now() - at > DAY_MS) window.localStorage.removeItem(key);
  }
}

/** A list of guests goes with its day, on whatever page; one that says no day is none. */
function forgetOldGuests() {
  const stored = window.localStorage.getItem(DOOR_STORAGE_KEYS.list);
  if (stored !== null && dayOfList(stored) !== dayOf(new Date()))
    window.localStorage.removeItem(DOOR_STORAGE_KEYS.list);
}

function dayOfList(stored: string): string | null {
  try {
    const { list } = JSON.parse(stored) as { list: string };
    return (JSON.parse(list) as { day: string }).day;
  } catch {
    return null;
  }
}
