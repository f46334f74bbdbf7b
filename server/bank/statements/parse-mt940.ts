import type { StatementPayment } from '#domain/bank/statement.ts';
import { unreadable } from './refusal.ts';
import { newSection, type Section } from './sections.ts';
import { accountIn, normalize, parseCurrency, parseDay, parseDecimal } from './values.ts';

/**
 * A SWIFT MT940 file: of each message the account (`:25:`), the number (`:28C:`) and the balances before and after (`:60F:`, `:62F:`),
 * which name the currency; every `:61:` is an entry, the `:86:` behind it describes, with `?20`-style subfields or without.
 */
export function parseMt940(lines: string[]): Section[] {
  const sections: Section[] = [];
  let section = newSection();
  let currency = parseCurrency('');
  let last: StatementPayment | null = null;
  for (const { tag, value } of fields(lines)) {
    if (tag === '20' || (tag === '60F' && section.payments.length > 0)) {
      section = newSection();
      sections.push(section);
    }
    if (sections.length === 0) sections.push(section);
    if (tag === '25') section.account = value;
    if (tag === '28' || tag === '28C') section.number = value.split('/')[0]!.replace(/^0+(?=\d)/, '');
    // Behind a balance `:86:` is about the whole statement.
    if (/^6\d[FM]?$/.test(tag) && tag !== '61') last = null;
    const balance = /^6[02][FM]$/.test(tag) ? balanceIn(value) : null;
    if (balance) {
      currency = balance.currency;
      if (balance.currency) {
        const kept = section.balances.get(balance.currency) ?? {};
        const name = tag.startsWith('60') ? 'opening' : 'closing';
        section.balances.set(balance.currency, { ...kept, [name]: balance.amount });
      }
    }
    if (tag === '61') {
      last = currency && entry(value, currency);
      if (last) section.payments.push(last);
    }
    if (tag === '86' && last) {
      Object.assign(last, about(value));
      last = null;
    }
  }
  return sections;
}

/** `C270501RSD100000,00`. */
function balanceIn(value: string) {
  const match = /^([CD])\d{6}([A-Z]{3})(\d[\d,]*)/.exec(value);
  const amount = match && parseDecimal(match[3]!);
  if (!match || amount === null) return null;
  return { currency: parseCurrency(match[2]!), amount: match[1] === 'D' ? -amount : amount };
}

/** SWIFT allows six lines of 65. */
const LONGEST_FIELD = 10_000;

/** Whether a message begins somewhere and has an entry. */
export const isMt940 = (lines: string[]): boolean =>
  lines.some((line) => line.startsWith(':20:') || (line.startsWith('{') && line.includes(':20:'))) &&
  lines.some((line) => line.startsWith(':61:'));

/** Fields begin a line with `:tag:` and go on until the next; a lone `-` ends a message. */
function fields(lines: string[]): { tag: string; value: string }[] {
  const found: { tag: string; value: string }[] = [];
  for (const line of lines) {
    const start = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line);
    if (start) found.push({ tag: start[1]!, value: start[2]! });
    else if (line !== '-' && !line.startsWith('-}') && found.length > 0) {
      const field = found.at(-1)!;
      field.value += `\n${line}`;
      if (field.value.length > LONGEST_FIELD) throw unreadable('long');
    }
  }
  return found;
}

/**
 * Value date, booking day and month where the bank writes them, mark (`RC` takes back a credit, `RD` a debit), amount, kind, customer's
 * reference, `//` the bank's.
 */
function entry(value: string, currency: 'RSD' | 'EUR'): StatementPayment | null {
  const match = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d[\d,]*)[A-Z][A-Z0-9]{3}([^\n]*)/.exec(value);
  const bookedOn = match && (bookingDay(match[1]!, match[2]) ?? bookingDay(match[1]!));
  const amount = match && parseDecimal(match[4]!);
  if (!bookedOn || !amount) return null;
  const [reference = '', bankReference = ''] = match[5]!.split('//');
  const named = reference.trim() === 'NONREF' ? '' : reference;
  return {
    bookedOn,
    amount,
    currency,
    outgoing: match[3] === 'D' || match[3] === 'RC',
    reversed: match[3] === 'RD',
    payer: '',
    payerAccount: null,
    reference: normalize(named, 140),
    purpose: '',
    bankReference: normalize(bankReference, 140),
  };
}

/** `YYMMDD` of the value and `MMDD` of the booking, whose year is the one that brings them less than half a year apart. */
function bookingDay(valued: string, booked = valued.slice(2)): string | null {
  const [year, month] = [2000 + Number(valued.slice(0, 2)), Number(valued.slice(2, 4))];
  const turned = Math.trunc((month - Number(booked.slice(0, 2))) / 7);
  return parseDay(`${year + turned}-${booked.slice(0, 2)}-${booked.slice(2)}`);
}

function about(value: string): Pick<StatementPayment, 'payer' | 'payerAccount' | 'purpose'> {
  const joined = value.replaceAll('\n', '');
  const subfields = [...joined.matchAll(/\?(\d{2})([^?]*)/g)];
  if (subfields.length === 0) {
    const named = /\/NAME\/([^/]*)/.exec(joined);
    const account = /\/(?:ACCW|ACCT|IBAN)\/([^/]*)/.exec(joined);
    return {
      payer: normalize(named?.[1], 140),
      payerAccount: accountIn(account?.[1] ?? ''),
      purpose: normalize(value.replaceAll('\n', ' ')),
    };
  }
  const part = (from: number, to: number) =>
    subfields
      .filter(([, code]) => Number(code) >= from && Number(code) <= to)
      .map(([, , text]) => text)
      .join(' ');
  return {
    payer: normalize(part(32, 33), 140),
    payerAccount: accountIn(part(31, 31)),
    purpose: normalize(`${part(20, 29)} ${part(60, 63)}`),
  };
}
