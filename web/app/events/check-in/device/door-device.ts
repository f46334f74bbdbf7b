import type { DoorEntry } from '#domain/events/door/rules.ts';
import { currentSession, subscribe } from '../../../session.ts';
import { DOOR_STORAGE_KEYS, forgetDoor } from '../../../stored.ts';

// What a device at a door keeps: its own id, the door's name, the guest list as it was signed, and what it still has to send. The list
// names guests and goes with the sign-out and with the day; the rest goes with the sign-out once nothing waits to be sent.

export interface KeptList {
  list: string;
  signature: string;
  /** The server's public key, as it was known when the list arrived. */
  key: JsonWebKey;
}

/** An entry that the list let in, an entry taken back, or a check whose answer never came. In the order of their making. */
export type UnsentCheck =
  | { kind: 'entry'; key: string; code: string; door: string; at: string; reason?: string }
  | { kind: 'undo'; key: string; reason: string }
  | { kind: 'question'; key: string; code: string };

export function deviceId(): string {
  const known = localStorage.getItem(DOOR_STORAGE_KEYS.device);
  if (known) return known;
  const made = crypto.randomUUID();
  localStorage.setItem(DOOR_STORAGE_KEYS.device, made);
  return made;
}

export const doorName = {
  get: (): string | null => localStorage.getItem(DOOR_STORAGE_KEYS.name),
  set: (door: string) => localStorage.setItem(DOOR_STORAGE_KEYS.name, door),
};

export const outbox = {
  get: (): UnsentCheck[] => parsed<UnsentCheck[]>(localStorage.getItem(DOOR_STORAGE_KEYS.outbox)) ?? [],
  set: (unsent: readonly UnsentCheck[]) =>
    unsent.length > 0
      ? localStorage.setItem(DOOR_STORAGE_KEYS.outbox, JSON.stringify(unsent))
      : localStorage.removeItem(DOOR_STORAGE_KEYS.outbox),
};

export const keptList = {
  get: (): KeptList | null => parsed<KeptList>(localStorage.getItem(DOOR_STORAGE_KEYS.list)),
  set(kept: KeptList) {
    try {
      localStorage.setItem(DOOR_STORAGE_KEYS.list, JSON.stringify(kept));
    } catch (error) {
      // A full or forbidden storage: this page has the list all the same.
      console.warn(error);
    }
  },
  forget: () => localStorage.removeItem(DOOR_STORAGE_KEYS.list),
};

function parsed<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

subscribe(() => {
  if (currentSession().status === 'visitor') forgetDoor();
});

/** Entries that this device knows of and its list does not, by ticket; `null` is one taken back. */
export type Marks = ReadonlyMap<string, { entry: DoorEntry | null; at: number }>;
