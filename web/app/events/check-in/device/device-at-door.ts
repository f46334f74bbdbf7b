import type { RefObject } from 'react';
import type { DoorEntry } from '#domain/events/door/rules.ts';
import type { listWithChanges } from './door-list.ts';
import type { useOutbox } from './door-outbox.ts';

/** What checks, reports and taking back share: this device, as it stands at its door. */
export interface DeviceAtDoor {
  device: string;
  /** As of this moment, also between two renderings. */
  live: RefObject<{ door: string; isOnline: boolean; known: ReturnType<typeof listWithChanges> | null }>;
  connected: (is: boolean) => void;
  mark: (code: string, entry: DoorEntry | null) => void;
  keep: Outbox['keep'];
  now: () => Date;
}

export type Outbox = ReturnType<typeof useOutbox>;
