import type { Delivery } from '../delivery.ts';
import type { PaymentState } from '../order-states.ts';

/** Devices of one order in one parcel at most, and boxes they are in. */
/** Characters of the reason for which an order is packed before one that has waited longer. */
export const OUT_OF_TURN_MIN = 3;
export const OUT_OF_TURN_MAX = 300;
export const MAX_PACKED = 500;
export const MAX_BOXES = 50;
/** Of one box, in grams; a device with its own box weighs 350. */
export const MAX_GRAMS = 100_000;
export const DEVICE_GRAMS = 350;
/** Parcels whose labels are printed at once. */
export const MAX_LABELS = 500;
/** Rows of a list of the warehouse on paper, the oldest; the next ones stand on the list that is printed after these. */
export const MAX_PRINTED = 500;
/** Orders that are chosen for a packing list; they stand in the address that is asked. */
export const MAX_LISTED = 200;
/** Calendar days for which the mailed link shows a delivered parcel. */
export const FOLLOWED_DAYS = 30;

/** Why a serial number in a parcel is replaced by another one. */
export const CORRECTION_REASONS = ['misread', 'swapped', 'faulty'] as const;
export type CorrectionReason = (typeof CORRECTION_REASONS)[number];

/** What of the company's own fiscal device or of SEF belongs to an order; the reason stands for a number that there is none of. */
export const FISCAL_KINDS = ['receipt', 'sef', 'not_in_sef'] as const;
export type FiscalKind = (typeof FISCAL_KINDS)[number];

/** A natural person gets a fiscal receipt, a company an invoice in SEF. */
export const fiscalKindsFor = (isCompany: boolean): readonly FiscalKind[] =>
  isCompany ? ['sef', 'not_in_sef'] : ['receipt'];

/** As the fiscal device writes it: who asked for the receipt, who signed it, which one it was. */
const RECEIPT = /^[A-Z0-9]{8}-[A-Z0-9]{8}-[1-9]\d{0,9}$/;
const SEF = /^[\p{L}\d][\p{L}\d ./-]{0,49}$/u;

/** The number as it is kept; `null` when it cannot be one of that kind. */
export function readFiscalNumber(kind: FiscalKind, typed: string): string | null {
  const text = typed.trim();
  if (kind === 'not_in_sef') return '';
  const number = kind === 'receipt' ? text.toUpperCase() : text;
  return (kind === 'receipt' ? RECEIPT : SEF).test(number) ? number : null;
}

export const isCompany = (delivery: Delivery | null): boolean =>
  Boolean(delivery?.company_name?.trim() || delivery?.companyName?.trim());

/** Why an order's devices may not be packed, or may not leave. */
export const PACKING_PROBLEMS = [
  'no goods',
  'unpaid',
  'cancelled',
  'refunded',
  'refunding',
  'withdrawn',
  'disputed',
  'choice',
  'call',
  'complete',
  'too many',
] as const;
export type PackingProblem = (typeof PACKING_PROBLEMS)[number];

/** With these nothing is sent any more, unless somebody decides otherwise; its buyer reads which it is. */
export const NOT_SENT = ['refunded', 'refunding', 'withdrawn'] as const satisfies readonly PackingProblem[];

interface Packable {
  /** Devices were bought; so many are to be sent, and so many are in parcels that are under way or delivered. */
  hasGoods: boolean;
  devices: number;
  inParcels: number;
  paymentState: PaymentState;
  /** All that is left of its money is on its way back, or somebody asked for that. */
  isRefunding: boolean;
  /** The buyer withdrew, and nobody has closed it. */
  isWithdrawn: boolean;
  /** The buyer disputes the payment, and the bank has not decided. */
  isDisputed: boolean;
  /** A parcel of it was lost or damaged, and its buyer has not said that another one shall be sent. */
  awaitsChoice: boolean;
  /** It is paid on delivery, and the buyer has not confirmed it by phone. */
  needsCall: boolean;
}

/** Only what is paid for, or what the courier collects, is packed. */
export function packingProblem({
  hasGoods,
  devices,
  inParcels,
  paymentState,
  isRefunding,
  isWithdrawn,
  isDisputed,
  awaitsChoice,
  needsCall,
}: Packable): PackingProblem | null {
  if (!hasGoods) return 'no goods';
  return (
    paymentProblem(paymentState) ??
    (isRefunding
      ? 'refunding'
      : isWithdrawn
        ? 'withdrawn'
        : isDisputed
          ? 'disputed'
          : inParcels >= devices
            ? 'complete'
            : awaitsChoice
              ? 'choice'
              : needsCall
                ? 'call'
                : null)
  );
}

export function paymentProblem(state: PaymentState): PackingProblem | null {
  if (state === 'unpaid' || state === 'processing') return 'unpaid';
  return state === 'cancelled' || state === 'refunded' ? state : null;
}

interface Leaving {
  paymentState: PaymentState;
  problem: PackingProblem | null;
  /** Devices in parcels beyond those that are to be sent. */
  tooMany: number;
}

/**
 * Why a packed parcel may not be handed over. Money of devices in it may have gone back since it was packed: it is packed anew without
 * them. What is exchanged goes unless all of the money is back, or on its way.
 */
export function leavingProblem(
  { paymentState, problem, tooMany }: Leaving,
  isExchange: boolean,
): PackingProblem | null {
  if (isExchange) return paymentProblem(paymentState) ?? (problem === 'refunding' ? problem : null);
  if (problem !== 'complete') return problem;
  return tooMany > 0 ? 'too many' : null;
}

/** What stands as a bar code on a box: `1482-1-2`, the second box of the parcel. */
export const boxCode = (parcelKey: string, box: number): string => `${parcelKey}-${box}`;

/** The order, parcel and box of a scanned code; `null` for anything else. */
export function readBoxCode(scanned: string): { order: number; n: number; box: number } | null {
  const [, order, n, box] = /^(\d{1,10})-(\d{1,4})-(\d{1,3})$/.exec(scanned.trim()) ?? [];
  return order ? { order: Number(order), n: Number(n), box: Number(box) } : null;
}
