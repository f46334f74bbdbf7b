import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import {
  DOOR_ANSWER_TIMEOUT_MS,
  DOOR_REPORT_INTERVAL_MS,
  type DoorEntry,
  isAdmitted,
} from '#domain/events/door/rules.ts';
import { api, client } from '../../../api.ts';
import { useLiveList } from '../../../live.ts';
import { toast } from '../../../ui/overlay/toast.tsx';
import { write } from '../../../write.ts';
import { type Answer, answerFromGuestList, answerFromServer, NOTHING } from './door-answer.ts';
import { deviceId, doorName, type Marks, outbox } from './door-device.ts';
import { listNow, useGuestList } from './door-list.ts';
import { useOutbox } from './door-outbox.ts';
import { createQueue, type DoorCheck } from './door-queue.ts';
import { signal, signalOf } from './signals.ts';

/** While the connection is lost, it is tried so often. Milliseconds. */
const RETRY_MS = 4_000;
const STATE_MS = 15_000;
const STATE = api.events.admin.door.state.queryOptions({ refetchInterval: STATE_MS, retry: false });

export type Door = ReturnType<typeof useDoor>;

/** A device at a door: its queue, its list, what it has to send, and the state of all doors. */
export function useDoor() {
  const [device] = useState(deviceId);
  const [door, setDoor] = useState(() => doorName.get() ?? copy.door.first);
  const [isOnline, setOnline] = useState(() => navigator.onLine);
  const [marks, setMarks] = useState<Marks>(new Map());
  const clock = useRef(0);
  const now = useCallback(() => new Date(Date.now() + clock.current), []);

  const state = useQuery(STATE);
  const { list, reread } = useGuestList(now);
  const connection = useLiveList('door', () => {
    reread.schedule();
    return state.refetch();
  });

  useEffect(() => {
    if (state.data) clock.current = new Date(state.data.now).getTime() - state.dataUpdatedAt;
  }, [state.data, state.dataUpdatedAt]);

  const readAgain = useCallback(() => {
    reread.schedule();
    void state.refetch();
  }, [reread, state.refetch]);
  const { unsent, latest: latestUnsent, keep, send, notices, dismissNotice } = useOutbox(device, readAgain);
  const known = useMemo(
    () => (list.data ? listNow(list.data, { marks, unsent, latest: state.data?.latest ?? [] }) : null),
    [list.data, marks, unsent, state.data],
  );

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

  const here = { device, live, connected, mark, keep, now };
  const { queue, checks } = useChecks(here, () => void state.refetch());
  useReports(here, { door, isOnline, unsent: latestUnsent, send });
  const { undo, undone } = useUndo(here, { isOnline, unsent: latestUnsent, readAgain });

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
    listFailed: list.isError,
    reloadList: () => list.refetch(),
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

/** What the hooks below share: this device, as it stands at its door. */
interface Here {
  device: string;
  /** As of this moment, also between two renderings. */
  live: RefObject<{ door: string; isOnline: boolean; known: ReturnType<typeof listNow> | null }>;
  connected: (is: boolean) => void;
  mark: (code: string, entry: DoorEntry | null) => void;
  keep: ReturnType<typeof useOutbox>['keep'];
  now: () => Date;
}

/** The codes read here, in their order: answered by the server, or by the list while there is no connection. */
function useChecks({ device, live, connected, mark, keep, now }: Here, readState: () => void) {
  const queries = useQueryClient();

  async function ask(asked: DoorCheck): Promise<Answer> {
    const { key, code, reason } = asked;
    const more = reason ? { reason } : {};
    const hadList = live.current.known !== null;
    let wasSent = false;
    if (live.current.isOnline || !hadList) {
      wasSent = true;
      const outcome = await write(
        () => client.events.admin.door.check({ key, code, door: live.current.door, device, ...more }),
        { repeats: false, ...(hadList ? { patience: DOOR_ANSWER_TIMEOUT_MS } : {}) },
      );
      if (outcome.outcome === 'done') {
        const answer = answerFromServer(outcome.value);
        if (isAdmitted(outcome.value.verdict) && answer.code) mark(answer.code, answer.entry);
        connected(true);
        const { admitted, issued } = outcome.value;
        queries.setQueryData(STATE.queryKey, (before) => before && { ...before, admitted, issued });
        readState();
        return signalled(answer);
      }
      if (outcome.outcome === 'refused' && outcome.code !== 'OFFLINE')
        return signalled({ ...NOTHING, problem: outcome.text });
      connected(false);
    }
    const { known: byList } = live.current;
    const answer = byList ? await answerFromGuestList(asked, byList, now()) : NOTHING;
    if (answer.verdict && isAdmitted(answer.verdict) && answer.code) {
      const entry = { key, at: now().toISOString(), door: live.current.door };
      keep((others) => [...others, { kind: 'entry', ...entry, code: answer.code!, ...more }]);
      mark(answer.code, answer.verdict === 'valid' ? entry : answer.entry);
      return signalled({ ...answer, entry: answer.verdict === 'valid' ? entry : answer.entry });
    }
    if (wasSent && answer.verdict !== 'choose') keep((others) => [...others, { kind: 'question', key, code }]);
    return signalled(answer);
  }

  const latestAsk = useRef(ask);
  latestAsk.current = ask;
  const [queue] = useState(() => createQueue((asked) => latestAsk.current(asked)));
  const checks = useSyncExternalStore(queue.subscribe, queue.get);

  return { queue, checks };
}

interface ReportsProps {
  door: string;
  isOnline: boolean;
  unsent: ReturnType<typeof useOutbox>['latest'];
  send: () => Promise<void>;
}

/** While the page is open, the server hears of this device again and again. */
function useReports({ device, live, connected }: Here, { door, isOnline, unsent, send }: ReportsProps) {
  /** Says that this device stands at its door, which is also how a returned connection is noticed. */
  const report = useCallback(async () => {
    const waiting = unsent.current.filter(({ kind }) => kind === 'entry').length;
    const outcome = await write(() => client.events.admin.door.report({ device, door: live.current.door, waiting }), {
      repeats: false,
      patience: DOOR_ANSWER_TIMEOUT_MS,
    });
    if (outcome.outcome === 'refused' && outcome.code !== 'OFFLINE') return;
    connected(outcome.outcome === 'done');
    if (outcome.outcome !== 'done') return;
    const had = outbox.get().length;
    await send();
    if (had > 0 && outbox.get().length === 0)
      void write(() => client.events.admin.door.report({ device, door: live.current.door, waiting: 0 }), {
        repeats: false,
        patience: DOOR_ANSWER_TIMEOUT_MS,
      });
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

interface UndoProps {
  isOnline: boolean;
  unsent: ReturnType<typeof useOutbox>['latest'];
  readAgain: () => void;
}

function useUndo({ connected, mark, keep }: Here, { isOnline, unsent, readAgain }: UndoProps) {
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());

  /** Takes an entry back; without a connection later, in its turn. Answers whether the ticket is free here. */
  async function undo(code: string, key: string, reason: string): Promise<boolean> {
    const isDone = await sendUndo(code, key, reason);
    if (isDone) setUndone((before) => new Set(before).add(key));
    return isDone;
  }

  async function sendUndo(code: string, key: string, reason: string): Promise<boolean> {
    const isUnsent = unsent.current.some((one) => one.key === key);
    if (isOnline && !isUnsent) {
      const outcome = await write(() => client.events.admin.door.undo({ key, reason }), {
        repeats: false,
        patience: DOOR_ANSWER_TIMEOUT_MS,
      });
      if (outcome.outcome === 'refused' && outcome.code !== 'OFFLINE') {
        toast.error(outcome.text);
        return false;
      }
      if (outcome.outcome === 'done') {
        mark(code, null);
        toast.success(copy.undone);
        readAgain();
        return true;
      }
      connected(false);
    }
    keep((others) => [...others, { kind: 'undo', key, reason }]);
    mark(code, null);
    toast.success(copy.undone);
    return true;
  }

  return { undo, undone };
}

function signalled(answer: Answer): Answer {
  signal(signalOf(answer.verdict));
  return answer;
}
