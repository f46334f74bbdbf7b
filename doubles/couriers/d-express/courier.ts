import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '#domain/day.ts';
import { TIME_ZONE } from '#domain/time.ts';
import { isTown } from './registers.ts';
import { type Body, wrongAddress, wrongShipment } from './rules.ts';

export interface Credentials {
  user: string;
  password: string;
  /** What its messages are signed with (`cc`). */
  secret: string;
}

/** What the courier holds of one accepted request. */
export interface HeldParcel {
  reference: string;
  codes: string[];
  /** Para. */
  buyOut: number;
  account: string | null;
  grams: number;
  receiver: { name: string; address: string; town: number; phone: string };
  note: string;
  madeAt: number;
  /** The last code of each package. */
  statuses: Record<string, string>;
  /** What will be told by itself, by the courier's clock. */
  route: { at: number; status: string }[];
  payment: string | null;
}

export interface Message {
  nID: string;
  code: string;
  rID: string;
  sID: string;
  dt: string;
  attempts: number;
}

export interface Faults {
  /** So many requests are acted on and not answered. */
  loseReplies: number;
  /** So many requests are neither acted on nor answered. */
  loseRequests: number;
  /** It answers 503 until so long by its own clock, milliseconds. */
  downUntil: number;
  /** Streets it does not know. */
  unknownStreets: string[];
  /** Each message comes so many times more. */
  repeat: number;
  shuffle: boolean;
  /** Messages wait until this is off. */
  hold: boolean;
}
export const NO_FAULTS: Faults = {
  loseReplies: 0,
  loseRequests: 0,
  downUntil: 0,
  unknownStreets: [],
  repeat: 0,
  shuffle: false,
  hold: false,
};

export interface Kept {
  credentials: Credentials;
  held: HeldParcel[];
  waiting: Message[];
  payments: Record<string, { reference: string; code: string; buyOut: number }[]>;
  lastMessage: number;
  clockOffset: number;
  faults: Faults;
}

/** How a transfer differs from what was collected. Amounts are para. */
export interface PayOut {
  /** Paid and not named. */
  missing?: string | undefined;
  /** Neither paid nor named. */
  withheld?: string[] | undefined;
  /** Paid and named with another amount; a parcel that nobody sent, too. */
  says?: Record<string, number> | undefined;
  /** Paid and named once more, although it was before. */
  again?: string[] | undefined;
  /** Less than what is named. */
  keeps?: number | undefined;
}

/** What the courier's bank sends in one sum. */
interface Transfer {
  reference: string;
  /** Para. */
  amount: number;
}

/** Hours after the request at which a parcel that nothing happens to is told of. */
const ROUTES = {
  delivered: [2, '18', 9, '3', 20, '4', 23, '1'],
  refused: [2, '18', 9, '3', 20, '4', 23, '5', 30, '21', 47, '20'],
} as const;
export type Ending = keyof typeof ROUTES;

export const nothingHeld = (): Kept => ({
  credentials: {
    user: 'vidik',
    password: randomBytes(12).toString('base64url'),
    secret: randomBytes(18).toString('base64url'),
  },
  held: [],
  waiting: [],
  payments: {},
  lastMessage: 0,
  clockOffset: 0,
  faults: { ...NO_FAULTS },
});

function routeOf(ending: Ending, from: number): HeldParcel['route'] {
  const steps: HeldParcel['route'] = [];
  for (let at = 0; at < ROUTES[ending].length; at += 2)
    steps.push({ at: from + Number(ROUTES[ending][at]) * HOUR_MS, status: String(ROUTES[ending][at + 1]) });
  return steps;
}

/** What the shop announced, and how it will go unless something else is said. */
const parcelOf = (body: Body, at: number): HeldParcel => ({
  reference: String(body.ReferenceID),
  codes: (body.PackageList as { Code: string }[]).map(({ Code }) => Code),
  buyOut: Number(body.BuyOut),
  account: typeof body.BuyOutAccount === 'string' ? body.BuyOutAccount : null,
  grams: Number(body.Mass),
  receiver: {
    name: String(body.RName),
    address: `${body.RAddress} ${body.RAddressNum}`,
    town: Number(body.RTownID),
    phone: String(body.RCPhone),
  },
  note: String(body.Note ?? ''),
  madeAt: at,
  statuses: {},
  route: routeOf('delivered', at),
  payment: null,
});

/** The courier as it stands: what it holds, what it will tell, and its own clock. */
export function openCourier(kept: Kept, realNow: () => number) {
  const now = () => realNow() + kept.clockOffset;
  const find = (reference: string): HeldParcel => {
    const found = kept.held.findLast((one) => one.reference === reference);
    if (!found) throw new Error(`No parcel ${reference}`);
    return found;
  };
  const tellAt = (one: HeldParcel, status: string, at: number, codes = one.codes) => {
    for (const code of codes) {
      one.statuses[code] = status;
      kept.lastMessage += 1;
      const message = {
        nID: String(kept.lastMessage),
        code,
        rID: one.reference,
        sID: status,
        dt: written(at),
        attempts: 0,
      };
      for (let time = 0; time <= kept.faults.repeat; time++) kept.waiting.push({ ...message });
    }
    if (kept.faults.shuffle) kept.waiting.sort(() => Math.random() - 0.5);
  };

  return {
    now,
    checkAddress(body: Body): string {
      const wrong = wrongAddress(body);
      if (wrong) return `ERROR: ${wrong}`;
      return knows(kept, body) ? 'OK' : 'ERROR: unknown address';
    },
    addShipment(body: Body): string {
      const wrong = wrongShipment(body);
      if (wrong) return `ERROR: ${wrong}`;
      if (!knows(kept, body)) return 'ERROR: unknown address';
      kept.held.push(parcelOf(body, now()));
      return 'OK';
    },
    payments: (reference: string) => kept.payments[reference] ?? [],

    /** Says a code of a parcel now, or of one of its packages; what it would have told by itself is forgotten. */
    tell(reference: string, status: string, { at = now(), codes }: { at?: number; codes?: string[] } = {}): void {
      const one = find(reference);
      one.route = [];
      tellAt(one, status, at, codes);
    },
    plan(reference: string, ending: Ending): void {
      const one = find(reference);
      one.route = routeOf(ending, one.madeAt).filter(({ at }) => at > now());
    },
    /** Lives through what is due by its clock, each thing told with its own moment. */
    live(hours = 0): void {
      kept.clockOffset += hours * HOUR_MS;
      const due = kept.held
        .flatMap((one) => one.route.filter(({ at }) => at <= now()).map((step) => ({ one, ...step })))
        .sort((a, b) => a.at - b.at);
      for (const { one, at, status } of due) tellAt(one, status, at);
      for (const one of kept.held) one.route = one.route.filter(({ at }) => at > now());
    },
    /** One transfer for all that was collected and is not paid out yet, as far as it is not told to do otherwise. */
    payOut: (how: PayOut = {}): Transfer => payOut(kept, find, how),
  };
}
export type CourierDouble = ReturnType<typeof openCourier>;

function payOut(
  kept: Kept,
  find: (reference: string) => HeldParcel,
  { missing, withheld = [], says = {}, again = [], keeps = 0 }: PayOut,
): Transfer {
  const reference = `DEX${Object.keys(kept.payments).length + 1}`;
  const collected = kept.held.filter(
    (one) =>
      one.buyOut > 0 &&
      one.payment === null &&
      !withheld.includes(one.reference) &&
      Object.values(one.statuses).some((status) => status === '1'),
  );
  const paid = collected.filter((one) => one.reference !== missing);
  const repeated = again.map(find);
  for (const one of [...paid, ...repeated]) one.payment ??= reference;
  const named = [...paid, ...repeated].map((one) => ({
    reference: one.reference,
    code: one.codes[0]!,
    buyOut: says[one.reference] ?? one.buyOut,
  }));
  const nobodys = Object.entries(says)
    .filter(([key]) => !kept.held.some((one) => one.reference === key))
    .map(([key, buyOut]) => ({ reference: key, code: '', buyOut }));
  kept.payments[reference] = [...named, ...nobodys];
  const sum = [...kept.payments[reference], ...collected.filter((one) => one.reference === missing)];
  return { reference, amount: sum.reduce((all, { buyOut }) => all + buyOut, 0) - keeps };
}

const knows = ({ faults }: Kept, body: Body): boolean =>
  isTown(body.RTownID) &&
  !faults.unknownStreets.some((street) => String(body.RAddress).toLowerCase().includes(street.toLowerCase()));

/** `20261123140500`, by the clock on a Serbian wall. */
function written(at: number): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIME_ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
  return parts.replace(/\D/g, '');
}
