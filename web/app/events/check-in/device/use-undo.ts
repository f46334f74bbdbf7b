import { useState } from 'react';
import { doorCopy as copy } from '#domain/events/door/copy.ts';
import { DOOR_ANSWER_TIMEOUT_MS } from '#domain/events/door/rules.ts';
import { client } from '../../../api.ts';
import { toast } from '../../../ui/overlay/toast.tsx';
import { write } from '../../../write.ts';
import type { DeviceAtDoor, Outbox } from './device-at-door.ts';

interface UndoProps {
  isOnline: boolean;
  unsent: Outbox['latest'];
  readAgain: () => void;
}

/** Taking entries back, and those that were taken back here. */
export function useUndo({ connected, mark, keep }: DeviceAtDoor, { isOnline, unsent, readAgain }: UndoProps) {
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
