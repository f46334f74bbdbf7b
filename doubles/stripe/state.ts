import { customAlphabet } from 'nanoid';
import type { SettingsRecord } from './records.ts';
import type { Store } from './store.ts';

/** What makes the sandbox misbehave on purpose, so that tests and people can see what the shop does about it. */
export interface FaultSettings {
  /** Events that are ready together are sent in random order. */
  shuffle: boolean;
  /** Each event is sent this many times more than once. */
  duplicate: number;
  /** So many deliveries are lost on their way and sent again later. */
  dropNext: number;
  /** Every delivery waits so long first. Milliseconds. */
  delay: number;
  /** Events are kept back until they are released. */
  hold: boolean;
  /** So many charges are declined, whatever the card. */
  failNextCharges: number;
  /** So many API requests are answered with a server error. */
  failNextRequests: number;
  /** What a restricted key may not do: methods and beginnings of paths, as in `POST /v1/refunds`. */
  forbid: string[];
}

export const NO_FAULTS: FaultSettings = {
  shuffle: false,
  duplicate: 0,
  dropNext: 0,
  delay: 0,
  hold: false,
  failNextCharges: 0,
  failNextRequests: 0,
  forbid: [],
};

/** Everything a sandbox operation needs. */
export interface SandboxState {
  store: Store;
  publicUrl: string;
  faults: FaultSettings;
  settings(): SettingsRecord;
  changeSettings(change: Partial<SettingsRecord>): void;
  /** The sandbox's clock: seconds since 1970. */
  now(): number;
  /** Ids of events not yet handed to the deliveries. */
  fresh: string[];
  /** Takes note of an event; it is sent once the change that caused it is written. */
  emit(type: string, object: unknown): void;
}

const random = customAlphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 24);

/** An identifier of Stripe's looks: nobody guesses one with 58 random characters, and it says that it is a test. */
export const newId = (prefix: string, length = 24): string => `${prefix}_${random(length)}`;
