import type { EventSettings } from '../event-settings.ts';
import type { Money } from '../money.ts';
import { formatIban } from './accounts.ts';
import { bankCopy } from './copy.ts';
import { epcQr } from './epc-qr.ts';
import { ipsQr } from './ips-qr.ts';
import type { Country } from './packages.ts';
import { formatReference, type Numbered, referenceDigits } from './reference.ts';

/** After this many days without payment the organiser sees a flag; nothing is cancelled by itself. */
export const PAYMENT_DAYS = 7;
const DAY = 86_400_000;

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
}

export const dueAt = (createdAt: Date): Date => new Date(createdAt.getTime() + PAYMENT_DAYS * DAY);
export const isOverdue = (createdAt: Date, now: Date): boolean => now >= dueAt(createdAt);
export const daysSince = (createdAt: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / DAY));

export function paymentInstructions(
  settings: Pick<EventSettings, 'organiser' | 'accounts'>,
  reservation: Numbered & { country: Country; amount: Money; createdAt: Date },
): Instructions {
  const { organiser, accounts } = settings;
  const purpose = bankCopy.purpose(reservation.number);
  const shared = {
    country: reservation.country,
    payee: organiser,
    amount: reservation.amount,
    purpose,
    reference: formatReference(reservation),
    dueAt: dueAt(reservation.createdAt),
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
