import { useCallback, useEffect } from 'react';
import { DOOR_ANSWER_TIMEOUT_MS, DOOR_REPORT_INTERVAL_MS } from '#domain/events/door/rules.ts';
import { client } from '../../../api.ts';
import { write } from '../../../write.ts';
import type { DeviceAtDoor, Outbox } from './device-at-door.ts';
import { outbox } from './door-device.ts';

/** While the connection is lost, it is tried so often. Milliseconds. */
const RETRY_MS = 4_000;

interface Reported {
  door: string;
  isOnline: boolean;
  unsent: Outbox['latest'];
  send: Outbox['send'];
}

/** While the page is open, the server hears of this device again and again. */
export function useDoorHeartbeat(
  { device, live, connected }: DeviceAtDoor,
  { door, isOnline, unsent, send }: Reported,
) {
  /** Says that this device stands at its door, which is also how a returned connection is noticed. */
  const report = useCallback(async () => {
    const tell = (waiting: number) =>
      write(() => client.events.admin.door.report({ device, door: live.current.door, waiting }), {
        repeats: false,
        patience: DOOR_ANSWER_TIMEOUT_MS,
      });
    const outcome = await tell(unsent.current.filter(({ kind }) => kind === 'entry').length);
    if (outcome.outcome === 'refused' && outcome.code !== 'OFFLINE') return;
    connected(outcome.outcome === 'done');
    if (outcome.outcome !== 'done') return;
    const had = outbox.get().length;
    await send();
    if (had > 0 && outbox.get().length === 0) void tell(0);
  }, [device, live, connected, unsent, send]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new name of the door is reported at once
  useEffect(() => {
    void report();
    const timer = setInterval(report, isOnline ? DOOR_REPORT_INTERVAL_MS : RETRY_MS);
    const offline = () => connected(false);
    window.addEventListener('online', report);
    window.addEventListener('offline', offline);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', report);
      window.removeEventListener('offline', offline);
    };
  }, [report, isOnline, connected, door]);
}
