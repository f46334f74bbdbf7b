import { companyNumberText } from '#domain/company-numbers.ts';
import { DAY_MS, type Day, daysLater } from '#domain/day.ts';
import { isFound, latin } from '#domain/fold.ts';
import { dayOf } from '#domain/time.ts';
import { nameOf, type Request } from './request-name.ts';

/** What of the waiting requests is shown. */
export const KINDS = ['all', 'companies', 'old'] as const;
export type Kind = (typeof KINDS)[number];

const OLD_AFTER_DAYS = 2;

export const isOfKind = (row: Request, kind: Kind, today: Day): boolean =>
  kind === 'all' ||
  (kind === 'companies' ? isCompany(row) : dayOf(new Date(row.createdAt)) < daysLater(today, -OLD_AFTER_DAYS));

const isCompany = ({ companyName, companyTaxNumber, companyRegistrationNumber }: Request) =>
  Boolean(companyName || companyTaxNumber || companyRegistrationNumber);

/** Calendar days in Belgrade since the first of them was sent; 0: today. */
export function daysOfOldest(rows: readonly Request[], today: Day): number {
  const oldest = rows.map(({ createdAt }) => dayOf(new Date(createdAt))).reduce((a, b) => (b < a ? b : a), today);
  return Math.round((Date.parse(today) - Date.parse(oldest)) / DAY_MS);
}

export function matches(row: Request, text: string): boolean {
  const { username, email, city, companyName, companyTaxNumber, companyRegistrationNumber } = row;
  const numbers = [companyTaxNumber, companyRegistrationNumber].map((stored) => stored && companyNumberText(stored));
  return isFound(text, [nameOf(row), username, email, city, companyName, ...numbers], row.phone ? [row.phone] : []);
}

const KEYS = {
  sent: (row) => new Date(row.createdAt).toISOString(),
  name: (row) => [row.lastName, row.firstName, row.username].filter(Boolean).join(' '),
  place: (row) => row.city ?? '',
  company: (row) => row.companyName ?? '',
} as const satisfies Record<string, (row: Request) => string>;
const alphabet = new Intl.Collator('sr-Latn');

/** Rows without a value come last in both directions. */
export function compareRequests(
  a: Request,
  b: Request,
  { key, direction }: { key: keyof typeof KEYS; direction: 'asc' | 'desc' },
) {
  const [one, other] = [KEYS[key](a), KEYS[key](b)];
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  return alphabet.compare(latin(one), latin(other)) * (direction === 'asc' ? 1 : -1);
}
