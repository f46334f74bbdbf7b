import type { DoorEntry } from '#domain/events/door/rules.ts';
import { currentSession, subscribe } from '../../session.ts';
import { DOOR, forgetDoor } from '../../stored.ts';

// What a device at a door keeps: its own id, the door's name, the guest list as it was signed, and what it still has to send. The list
// names guests and goes with the sign-out and with the day; the rest goes with the sign-out once nothing waits to be sent.

export interface KeptList {
  list: string;
  signature: string;
  /** The server's public key, as it was known when the list arrived. */
  key: JsonWebKey;
}

/** An entry that the list let in, an entry taken back, or a check whose answer never came. In the order of their making. */
export type Unsent =
  | { kind: 'entry'; key: string; code: string; door: string; at: string; reason?: string }
  | { kind: 'undo'; key: string; reason: string }
  | { kind: 'question'; key: string; code: string };

export function deviceId(): string {
  const known = localStorage.getItem(DOOR.device);
  if (known) return known;
  const made = crypto.randomUUID();
  localStorage.setItem(DOOR.device, made);
  return made;
}

export const doorName = {
  get: (): string | null => localStorage.getItem(DOOR.name),
  set: (door: string) => localStorage.setItem(DOOR.name, door),
};

export const outbox = {
  get: (): Unsent[] => parsed<Unsent[]>(localStorage.getItem(DOOR.outbox)) ?? [],
  set: (unsent: readonly Unsent[]) =>
    unsent.length > 0
      ? localStorage.setItem(DOOR.outbox, JSON.stringify(unsent))
      : localStorage.removeItem(DOOR.outbox),
};

export const keptList = {
  get: (): KeptList | null => parsed<KeptList>(localStorage.getItem(DOOR.list)),
  set(kept: KeptList) {
    try {
      localStorage.setItem(DOOR.list, JSON.stringify(kept));
    } catch (error) {
      // A full or forbidden storage: this page has the list all the same.
      console.warn(error);
    }
  },
  forget: () => localStorage.removeItem(DOOR.list),
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
