import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { type DoorEntry, dayShown } from '#domain/events/door/rules.ts';
import { dayOf } from '#domain/time.ts';
import { useLiveList } from '../../../live.ts';
import { partStateOf } from '../../../part/part-state.ts';
import type { DeviceAtDoor } from './device-at-door.ts';
import { deviceId, doorName, type Marks } from './door-device.ts';
import { listWithChanges, useGuestList } from './door-list.ts';
import { useOutbox } from './door-outbox.ts';
import { useDoorState } from './door-state.ts';
import { useChecks } from './use-checks.ts';
import { useDoorHeartbeat } from './use-door-heartbeat.ts';
import { useUndo } from './use-undo.ts';

export type Door = ReturnType<typeof useDoor>;

/** A device at a door: its queue, its list, what it has to send, and the state of all doors. */
export function useDoor() {
  const [device] = useState(deviceId);
  const [door, setDoor] = useState(() => doorName.get() ?? copy.door.first);
  const [isOnline, setOnline] = useState(() => navigator.onLine);
  const [marks, setMarks] = useState<Marks>(new Map());

  const { state, now } = useDoorState();
  const { list, reread } = useGuestList(now);
  const connection = useLiveList('door', () => {
    reread.schedule();
    return state.refetch();
  });

  const readAgain = useCallback(() => {
    reread.schedule();
    void state.refetch();
  }, [reread, state.refetch]);
  const { unsent, latest: latestUnsent, keep, send, notices, dismissNotice } = useOutbox(device, readAgain);
  const today = dayOf(now());
  const known = useMemo(() => {
    if (!list.data) return null;
    const since = { marks, unsent, latest: state.data?.latest ?? [] };
    return listWithChanges(list.data, since, dayShown(list.data, today));
  }, [list.data, marks, unsent, state.data, today]);
  useEffect(() => {
    if (state.data && list.data && state.data.day !== list.data.day) reread.schedule();
  }, [state.data, list.data, reread]);

  const live = useRef({ door, isOnline, known });
  live.current = { door, isOnline, known };

  const mark = useCallback(
    (code: string, entry: DoorEntry | null) =>
      setMarks((before) => new Map(before).set(code, { entry, at: Date.now() })),
    [],
  );
  const connected = useCallback((is: boolean) => {
    live.current.isOnline = is;
    setOnline(is);
  }, []);

  const atDoor: DeviceAtDoor = { device, live, connected, mark, keep, now };
  const { queue, checks } = useChecks(atDoor, () => void state.refetch());
  useDoorHeartbeat(atDoor, { door, isOnline, unsent: latestUnsent, send });
  const { undo, undone } = useUndo(atDoor, { isOnline, unsent: latestUnsent, readAgain });

  return {
    door,
    rename(name: string) {
      doorName.set(name);
      setDoor(name);
    },
    isOnline,
    connection,
    state,
    list: known,
    listPart: partStateOf(list),
    waitingToSend: unsent.filter(({ kind }) => kind === 'entry').length,
    notices,
    dismissNotice,
    queue,
    checks,
    undo,
    undone,
    now,
  };
}
