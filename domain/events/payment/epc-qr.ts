import type { Money } from '../../money.ts';
import { isIban } from './bank-accounts.ts';

/** The text inside an EPC QR code (EPC069-12, version 002, SCT), euros only. */
export interface EpcTransfer {
  /** Given always: outside the European Economic Area it may not be left out. */
  bic: string;
  /** At most 70 characters. */
  payee: string;
  iban: string;
  amount: Money;
  /** Unstructured, at most 140 characters; the structured field stays empty, both together are forbidden. */
  text: string;
}

const MAX_BYTES = 331;

/** Throws RangeError naming the field that no bank would accept. */
export function epcQr({ bic, payee, iban, amount, text }: EpcTransfer): string {
  must(/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic), 'bic');
  must(oneLine(payee, 70), 'payee');
  must(isIban(iban), 'iban');
  must(oneLine(text, 140), 'text');
  const { amount: cents, currency } = amount;
  must(currency === 'EUR' && Number.isInteger(cents) && cents > 0 && cents <= 99_999_999_999, 'amount');
  const euros = `EUR${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  const compactIban = iban.replace(/\s/g, '').toUpperCase();
  const payload = ['BCD', '002', '1', 'SCT', bic, payee.trim(), compactIban, euros, '', '', text.trim()].join('\n');
  must(new TextEncoder().encode(payload).length <= MAX_BYTES, 'length');
  return payload;
}

const oneLine = (value: string, longest: number): boolean =>
  value.trim() !== '' && [...value.trim()].length <= longest && !/[\r\n]/.test(value);

function must(holds: boolean, field: string): void {
  if (!holds) throw new RangeError(`EPC QR: ${field} is not usable`);
}
