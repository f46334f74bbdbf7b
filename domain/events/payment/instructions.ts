import { DAY_MS } from '../../day.ts';
import type { Money } from '../../money.ts';
import { dayOf, startOfDay } from '../../time.ts';
import type { EventDate } from '../days.ts';
import type { EventSettings } from '../event-settings.ts';
import { notAfterEvent } from '../moments.ts';
import type { Country } from '../packages.ts';
import { bankCopy } from '../reservation-copy.ts';
import { formatIban } from './bank-accounts.ts';
import { epcQr } from './epc-qr.ts';
import { ipsQr } from './ips-qr.ts';
import { formatReference, type ReservationNumber, referenceDigits } from './reference.ts';

/** After this many days without payment the organiser sees a flag; places that are not scarce are kept all the same. */
export const PAYMENT_DAYS = 7;

/** A private person paying without cash (Serbian payment codes). */
const PAYMENT_CODE = '289';

/** Everything a buyer writes on a payment slip, and the same as a QR code. */
export interface Instructions {
  country: Country;
  payee: string;
  account: string;
  iban: string | null;
  bic: string | null;
  city: string;
  amount: Money;
  purpose: string;
  paymentCode: string | null;
  model: string | null;
  reference: string;
  /** NBS IPS QR in Serbia, EPC QR in Montenegro; error correction M. */
  qr: { kind: 'ips' | 'epc'; payload: string };
  dueAt: Date;
  /** Without payment the place is given back after `dueAt`. */
  lapses: boolean;
}

interface Waiting {
  createdAt: Date;
  /** When the place is given back; `null` when it is not. */
  lapsesAt: Date | null;
  /** What has come of the price: once a part has, the place is given back by nobody but a person. */
  arrived?: number;
}

const lapsesUnpaid = ({ lapsesAt, arrived = 0 }: Waiting): boolean => lapsesAt !== null && arrived === 0;

const lastDayOf = ({ createdAt, lapsesAt }: Waiting): Date =>
  lapsesAt ?? new Date(createdAt.getTime() + PAYMENT_DAYS * DAY_MS);
export const dueAt = (event: EventDate, reservation: Waiting): Date => notAfterEvent(event, lastDayOf(reservation));
/** Of those that do not lapse: only a person can free their place. */
export const isOverdue = (reservation: Waiting, now: Date): boolean =>
  !lapsesUnpaid(reservation) && dayOf(now) > dayOf(lastDayOf(reservation));
/** Whoever reserved before this moment, and has not paid, is overdue: the whole day that was named counts. */
export const overdueBefore = (now: Date): Date => new Date(startOfDay(dayOf(now)).getTime() - PAYMENT_DAYS * DAY_MS);

export function paymentInstructions(
  settings: Pick<EventSettings, 'organiser' | 'accounts'>,
  reservation: ReservationNumber & EventDate & Waiting & { country: Country; amount: Money },
): Instructions {
  const { organiser, accounts } = settings;
  const purpose = bankCopy.purpose(reservation.number);
  const shared = {
    country: reservation.country,
    payee: organiser,
    amount: reservation.amount,
    purpose,
    reference: formatReference(reservation),
    dueAt: dueAt(reservation, reservation),
    lapses: lapsesUnpaid(reservation),
  };
  if (reservation.country === 'RS') {
    const { account, street, city } = accounts.RS;
    const lines = [organiser, street, city].filter((line) => line !== '');
    const payload = ipsQr({
      account: account.replaceAll('-', ''),
      payee: [...lines.join('\n')].length <= 70 ? lines : [organiser],
      amount: reservation.amount,
      paymentCode: PAYMENT_CODE,
      purpose,
      reference: referenceDigits(reservation),
    });
    const qr = { kind: 'ips' as const, payload };
    return { ...shared, account, iban: null, bic: null, city, paymentCode: PAYMENT_CODE, model: '97', qr };
  }
  const { account, iban, bic, city } = accounts.CG;
  const text = `${purpose} ${shared.reference}`;
  const qr = {
    kind: 'epc' as const,
    payload: epcQr({ bic, payee: organiser, iban, amount: reservation.amount, text }),
  };
  return { ...shared, account, iban: formatIban(iban), bic, city, paymentCode: null, model: null, qr };
}
