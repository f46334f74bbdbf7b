import { useCallback, useRef, useState } from 'react';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { type DoorVerdict, isAdmitted } from '#domain/events/door/rules.ts';
import { client } from '../../../api.ts';
import { toast } from '../../../ui/overlay/toast.tsx';
import { write } from '../../../write.ts';
import { labelOf } from './door-answer.ts';
import { outbox, type UnsentCheck } from './door-device.ts';

/** What this device has to send, and what came of it that nobody was shown. */
export function useOutbox(device: string, onSent: () => void) {
  const [unsent, setUnsent] = useState(outbox.get);
  const [notices, setNotices] = useState<string[]>([]);
  const latest = useRef(unsent);
  latest.current = unsent;

  const keep = useCallback((change: (unsent: UnsentCheck[]) => UnsentCheck[]) => {
    const next = change(outbox.get());
    outbox.set(next);
    latest.current = next;
    setUnsent(next);
  }, []);

  const isSending = useRef(false);
  /** Sends what waits, in order; what cannot be sent stays. */
  const send = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    const had = outbox.get().length;
    for (let next = outbox.get()[0]; next; next = outbox.get()[0]) {
      const sending = next;
      const outcome = await write(() => sendOne(sending, device), { repeats: false });
      if (outcome.outcome === 'unknown' || (outcome.outcome === 'refused' && outcome.code !== 'ENTRY_GONE')) break;
      keep((others) => others.filter(({ key, kind }) => key !== sending.key || kind !== sending.kind));
      const notice = outcome.outcome === 'done' ? noticeOf(sending, outcome.value) : null;
      if (notice) setNotices((others) => [...others, notice]);
    }
    isSending.current = false;
    if (had > 0 && outbox.get().length === 0) toast.success(copy.sent);
    if (had > 0) onSent();
  }, [device, keep, onSent]);

  return {
    unsent,
    /** The same, also between two renderings. */
    latest,
    keep,
    send,
    notices,
    dismissNotice: (text: string) => setNotices((others) => others.filter((one) => one !== text)),
  };
}

type Sent = DoorVerdict | null;

/** Sends one, with the key it was made with: what arrived before is not done twice. */
async function sendOne(unsent: UnsentCheck, device: string): Promise<Sent> {
  const { door } = client.events.admin;
  if (unsent.kind === 'undo') {
    await door.undo(unsent);
    return null;
  }
  if (unsent.kind === 'question') return (await door.outcome({ key: unsent.key }))?.verdict ?? null;
  const { key, code, at, reason } = unsent;
  const offline = { at };
  return (await door.check({ key, code, door: unsent.door, device, offline, ...(reason ? { reason } : {}) })).verdict;
}

/** What the person at the door was not shown; two doors with the same ticket are told of by the state of the doors. */
function noticeOf(unsent: UnsentCheck, verdict: Sent): string | null {
  if (unsent.kind === 'undo' || verdict === null) return null;
  const wasLetIn = unsent.kind === 'entry';
  return wasLetIn === isAdmitted(verdict) ? null : copy.late(labelOf(unsent.code), verdict);
}
