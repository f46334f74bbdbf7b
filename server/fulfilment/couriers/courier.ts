import type { CourierNews } from '#domain/fulfilment/courier-requests.ts';
import type { Courier, PackingCourier, ShipmentState } from '#domain/fulfilment/shipment.ts';
import type { Config } from '../../config.ts';
import type { Log } from '../../platform/log/log.ts';

/**
 * Whoever carries parcels, in the shop's terms. Each has a folder or a file beside this one, and nothing outside it knows whose codes and
 * addresses they are. Every function that asks throws `CourierError`.
 */
export interface CourierPort {
  name: Courier;
  capabilities: CourierCapabilities;
  /** The code of a box by its number in our series; `null`: the range we were given is used up. */
  codeOf(number: number): string | null;
  /** Where its own page says how the box of this code is; `null`: no such page is known. */
  trackingOf(code: string): string | null;
  checkAddress(parcel: Consignment): Promise<'known' | 'unknown'>;
  /** Asks for one parcel. Asked twice, some couriers make two. */
  make(parcel: Consignment): Promise<void>;
  /** Whether it has a parcel of this reference. Only of those that can be asked. */
  find(reference: string): Promise<boolean>;
  /** Calls a parcel off before it was fetched. Only where that can be done. */
  cancel(reference: string): Promise<void>;
  /** What happened to a parcel so far. Only of those that can be asked. */
  status(reference: string): Promise<CourierMessage[]>;
  /**
   * Whether this courier has made a transfer that a bank statement shows, and by which mark it can be asked about it; `null`: it has not,
   * an empty mark: the statement holds none.
   */
  transferOf(line: ShownTransfer): string | null;
  /** Which parcels a transfer of collected money is for. */
  payout(reference: string): Promise<PaidParcel[]>;
  /** What a message says; `null` when it is not the courier's own. */
  readMessage(said: Record<string, unknown>): CourierMessage | null;
}

/** What differs from courier to courier. */
export interface CourierCapabilities {
  /** Whether there is somebody to ask at all: own delivery needs no request. */
  asks: boolean;
  find: boolean;
  cancel: boolean;
  status: boolean;
  /** Where its customer service reads mails; `null`: it is called. */
  email: string | null;
}

/** One parcel as a courier is asked for it. Never a clock or a random number: a repeat asks with the same words. */
export interface Consignment {
  reference: string;
  receiver: {
    name: string;
    /** Who opens the door of a firm; of a person the same as the name. */
    contact: string;
    street: string;
    number: string;
    city: string;
    postalCode: string;
    phone: string;
  };
  boxes: { reference: string; code: string; grams: number }[];
  devices: number;
  /** What the buyer says to whoever delivers; left out where that is nothing. */
  note?: string;
  /** Para, and the account they are paid out to; `null`: paid ahead. */
  collect: { amount: number; account: string } | null;
}

/** What news make of a parcel; `null`: nothing by itself. */
export const MEANINGS: Record<
  CourierNews,
  Extract<ShipmentState, 'in_transit' | 'delivered' | 'refused' | 'returned'> | null
> = {
  'picked up': null,
  transit: 'in_transit',
  out: 'in_transit',
  delivered: 'delivered',
  refused: 'refused',
  returning: 'refused',
  returned: 'returned',
  problem: null,
  delayed: null,
  failed: null,
  missed: null,
  cancelled: null,
};

export interface CourierMessage {
  /** The courier's own; of one id there is one message. */
  id: string;
  /** Of a box. */
  code: string;
  reference: string;
  status: string;
  /** `null`: a code that nobody knows. */
  news: CourierNews | null;
  moment: Date;
}

/** A transfer as a statement shows it. */
export interface ShownTransfer {
  payer: string;
  reference: string;
  purpose: string;
}

export interface PaidParcel {
  reference: string;
  /** Para. */
  amount: number;
}

/**
 * `down`: it was not asked or has said that it does nothing now; `lost`: it may have done it; `refused`: it has said no, and why.
 */
export class CourierError extends Error {
  override name = 'CourierError';
  readonly reason: 'down' | 'lost' | 'refused';

  constructor(reason: CourierError['reason'], said: string, cause?: unknown) {
    super(said, { cause });
    this.reason = reason;
  }
}

/** Those that are configured. */
export interface Couriers {
  /** In the order in which they are offered. */
  offered: readonly PackingCourier[];
  get(name: Courier): CourierPort | undefined;
  stop(): Promise<void>;
}

/** Connects a courier, or its double, which is started here with `hasDouble`. */
export type OpenCourier = (
  config: Config,
  log: Log,
  { hasDouble }: { hasDouble: boolean },
) => Promise<{ port: CourierPort; stop: () => Promise<void> }>;
