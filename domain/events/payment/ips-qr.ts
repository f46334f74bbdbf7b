import type { Money } from '../../money.ts';
import { parseAccount } from './bank-accounts.ts';
import { isModel97 } from './model97.ts';

/**
 * The text inside an NBS IPS QR code for a printed bill (`K:PR`), dinars only. Fields, lengths and order: Annex 1 of the
 * National Bank of Serbia's decision on instant credit transfers and its recommendations for validation.
 */
export interface IpsBill {
  /** 18 digits. */
  account: string;
  /** Name, street, place: at most three lines, 70 characters together. */
  payee: readonly string[];
  amount: Money;
  /** Three digits; 289 is a private person paying without cash. */
  paymentCode: string;
  /** One line, at most 35 characters. */
  purpose?: string;
  /** Digits with the two model-97 check digits in front; the model itself is added here. */
  reference?: string;
}

const LARGEST = 99_999_999_999_999;

/** Throws RangeError naming the field that no bank would accept. */
export function ipsQr({ account, payee, amount, paymentCode, purpose, reference }: IpsBill): string {
  const fields: [string, string][] = [
    ['K', 'PR'],
    ['V', '01'],
    ['C', '1'],
    ['R', must(parseAccount(account) === account && account, 'account')],
    ['N', must(payee.length <= 3 && text(payee.join('\n'), 70), 'payee')],
    ['I', ipsAmount(amount)],
    ['SF', must(/^\d{3}$/.test(paymentCode) && paymentCode, 'paymentCode')],
  ];
  if (purpose) fields.push(['S', must(!purpose.includes('\n') && text(purpose, 35), 'purpose')]);
  if (reference) {
    const digits = must(/^\d{4,23}$/.test(reference) && isModel97(reference) && reference, 'reference');
    fields.push(['RO', `97${digits}`]);
  }
  return fields.map(([tag, value]) => `${tag}:${value}`).join('|');
}

/** `RSD16005,00`: a comma, always two decimals, no thousands sign. */
function ipsAmount({ amount, currency }: Money): string {
  must(currency === 'RSD' && Number.isInteger(amount) && amount > 0 && amount <= LARGEST, 'amount');
  return `RSD${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`;
}

/** Lengths count characters, not bytes; `|` would end the field. */
function text(value: string, longest: number): string | false {
  const trimmed = value.trim();
  return trimmed !== '' && [...trimmed].length <= longest && !/[|\r\t]/.test(trimmed) && trimmed;
}

function must<T>(value: T | false | '' | undefined, field: string): T {
  if (value === false || value === '' || value === undefined) throw new RangeError(`IPS QR: ${field} is not usable`);
  return value;
}
