import { accountIn } from '#domain/bank/accounts.ts';
import type { Balance, StatementHead, StatementPayment } from '#domain/bank/statement.ts';
import type { Currency } from '#domain/money.ts';
import { unreadable } from './refusal.ts';
import { normalize } from './values.ts';

/** A statement in a file, or a page of one: its own account, balances and payments. */
export interface Section {
  /** As the file writes it. */
  account: string;
  number: string;
  balances: Map<Currency, { opening?: number; closing?: number }>;
  payments: StatementPayment[];
}

export const newSection = (): Section => ({ account: '', number: '', balances: new Map(), payments: [] });

/** Several numbers are shown as the first and the last. */
const LONGEST_NUMBER = 40;

/** What a file says as a whole. Several days or pages of one account are one statement; several accounts are refused. */
export function headOf(sections: Section[]): StatementHead {
  const accounts = new Set(sections.flatMap(({ account }) => accountIn(account) ?? []));
  if (accounts.size > 1) throw unreadable('accounts');
  const numbers = [...new Set(sections.map(({ number }) => normalize(number, LONGEST_NUMBER)).filter(Boolean))];
  const currencies = new Set(
    sections.flatMap(({ balances, payments }) => [...balances.keys(), ...payments.map(({ currency }) => currency)]),
  );
  return {
    account: [...accounts][0] ?? null,
    number: numbers.length > 1 ? `${numbers[0]}–${numbers.at(-1)}`.slice(0, LONGEST_NUMBER) : (numbers[0] ?? ''),
    balances: [...currencies].map((currency) => balanceOf(sections, currency)),
  };
}

/**
 * Every section must add up by itself, and each begin with what the one before ended with: two faults never make one right sum, and a day
 * that is missing in between or stands there twice is seen.
 */
function balanceOf(sections: Section[], currency: Currency): Balance {
  const said = sections.flatMap(({ balances, payments }) => {
    const total = netOf(payments.filter((payment) => payment.currency === currency));
    const { opening, closing } = balances.get(currency) ?? {};
    const has = balances.has(currency) || payments.some((payment) => payment.currency === currency);
    return has ? [{ opening, closing, total }] : [];
  });
  const total = said.reduce((sum, section) => sum + section.total, 0);
  const whole = said.flatMap(({ opening, closing, ...rest }) =>
    opening === undefined || closing === undefined ? [] : [{ opening, closing, ...rest }],
  );
  if (whole.length < said.length) return { currency, opening: null, closing: null, total, difference: null };
  const oldestFirst = gapsIn(whole).length > 0 && gapsIn(whole.toReversed()).length === 0 ? whole.toReversed() : whole;
  const wrong = whole.find((section) => section.closing - section.opening !== section.total);
  return {
    currency,
    opening: oldestFirst[0]!.opening,
    closing: oldestFirst.at(-1)!.closing,
    total,
    difference: wrong ? wrong.closing - wrong.opening - wrong.total : (gapsIn(oldestFirst)[0] ?? 0),
  };
}

/** What lies between the end of a section and the beginning of the next; some banks write the newest day first. */
const gapsIn = (sections: { opening: number; closing: number }[]): number[] =>
  sections
    .slice(1)
    .map(({ opening }, n) => opening - sections[n]!.closing)
    .filter((gap) => gap !== 0);

const netOf = (payments: StatementPayment[]): number =>
  payments.reduce((sum, { amount, outgoing }) => sum + (outgoing ? -amount : amount), 0);
