import { company } from '../../company.ts';
import type { Day } from '../../day.ts';
import type { PayTo } from '../../documents/data.ts';
import { ipsQr } from '../../events/payment/ips-qr.ts';
import { workingDaysLater } from '../../working-days.ts';
import { shownReference, withCheckDigits } from './reference.ts';
import { transferPurpose } from './transfer-copy.ts';
import type { TransferSettings } from './transfer-settings.ts';

/** Payment codes of the National Bank, without cash: a private person's, and goods and services of a company. */
const PAYMENT_CODES = { person: '289', company: '221' } as const;

/** What a payment slip asks for, with the text of the IPS QR code. Para. */
export function transferInstructions(
  { account }: Pick<TransferSettings, 'account'>,
  { reference, order, amount, isCompany }: { reference: string; order: number; amount: number; isCompany: boolean },
): PayTo {
  const code = isCompany ? PAYMENT_CODES.company : PAYMENT_CODES.person;
  const purpose = transferPurpose(order);
  const [street = '', place = ''] = company.address.split(', ');
  const payee = [company.legalName, street, place].filter((line) => line !== '');
  const qr = ipsQr({
    account: account.replaceAll('-', ''),
    payee: [...payee.join('\n')].length <= 70 ? payee : [company.legalName],
    amount: { amount, currency: 'RSD' },
    paymentCode: code,
    purpose,
    reference: withCheckDigits(reference),
  });
  return { payee: company.legalName, account, amount, reference: shownReference(reference), purpose, code, qr };
}

/** So many days from today a pro-forma invoice may be extended at most. */
export const LONGEST_EXTENSION = 60;

/** Working days after its last day within which a predračun lapses although no statement came. */
const GRACE_DAYS = 3;

interface Waiting {
  validUntil: Day;
  today: Day;
  /** The last day that a bank statement of the company covers; `null` when there is none. */
  stated: Day | null;
}

/** Whether an unpaid predračun is over: its last day is past and a statement has shown it, or three working days went by without one. */
export const isLapsed = ({ validUntil, today, stated }: Waiting, holidays: ReadonlySet<string>): boolean =>
  today > validUntil &&
  ((stated !== null && stated >= validUntil) || today > workingDaysLater(validUntil, GRACE_DAYS, holidays));
