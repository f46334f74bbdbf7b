import { packageTitle } from '../advertising/package-title.ts';
import { common } from '../copy.ts';
import { isUuid } from '../ids.ts';
import { type Currency, formatMoneyExact, formatNumber } from '../money.ts';
import { formatDate, formatDateTime } from '../time.ts';
import { auditFields, wordOf } from './audit-fields-copy.ts';
import type { AuditEntry, AuditName } from './contract.ts';

/** A stored value as people read it. */
export type ReadableValue =
  | { is: 'nothing' }
  | { is: 'text'; text: string }
  /** Something that has a name, and perhaps a page. */
  | ({ is: 'subject' } & AuditName)
  | { is: 'parts'; parts: { label: string | null; value: ReadableValue }[] };

type Values = Readonly<Record<string, unknown>>;
type About = Pick<AuditEntry, 'subjectKind' | 'names'>;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MONEY = new Set(['amount', 'expected', 'arrived', 'missing', 'owed', 'refunded']);
const PACKAGE = new Set(['package', 'packageName']);
/** Numbers that are names, and are not grouped. */
const PLAIN = new Set(['number', 'year', 'companyTaxNumber', 'companyRegistrationNumber', 'code']);

export const fieldName = (field: string): string => auditFields[field] ?? field;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const valuesOf = (value: unknown): Values =>
  isObject(value) ? value : value === null || value === undefined ? {} : { value };

/** The fields that an entry says something about: those that differ before and after. */
export const changedFields = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] => {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(is[name] ?? null) && name !== 'currency',
  );
};

/** One field of what was stored; amounts are in the currency stored beside them, of sales in euros. */
export function shownField(about: About, field: string, all: Values): ReadableValue {
  const value = all[field];
  if (MONEY.has(field) && typeof value === 'number')
    return text(formatMoneyExact({ amount: value, currency: (all.currency as Currency) ?? 'EUR' }));
  return shown(about, field, value);
}

function shown(about: About, field: string, value: unknown): ReadableValue {
  if (value === null || value === undefined || value === '') return { is: 'nothing' };
  if (typeof value === 'boolean') return text(value ? common.yes : common.no);
  if (typeof value === 'number') return text(PLAIN.has(field) ? String(value) : formatNumber(value));
  if (Array.isArray(value))
    return value.length === 0
      ? { is: 'nothing' }
      : { is: 'parts', parts: value.map((one) => ({ label: null, value: shown(about, field, one) })) };
  if (isObject(value)) {
    if (typeof value.amount === 'number' && typeof value.currency === 'string')
      return text(formatMoneyExact({ amount: value.amount, currency: value.currency }));
    return {
      is: 'parts',
      parts: Object.keys(value).map((name) => ({ label: fieldName(name), value: shownField(about, name, value) })),
    };
  }
  return shownText(about, field, String(value));
}

function shownText({ subjectKind, names }: About, field: string, value: string): ReadableValue {
  const name = names[value];
  if (name) return { is: 'subject', ...name };
  if (isUuid(value)) return text(`${value.slice(0, 8)}…`);
  if (MOMENT.test(value)) return text(formatDateTime(value));
  if (DAY.test(value)) return text(formatDate(value));
  if (PACKAGE.has(field)) return text(packageTitle(value));
  if (field === 'keys') return text(fieldName(value));
  return text(wordOf(subjectKind, field, value) ?? value);
}

const text = (words: string): ReadableValue => ({ is: 'text', text: words });
