/**
 * Papers that are given to others. A number of a series is given once and never again; the warranty carries the number of its order. What
 * was issued is never changed: a credit note takes it back, in whole or in part.
 */
export const DOCUMENT_KINDS = ['proforma', 'advance', 'invoice', 'creditNote', 'warranty', 'returnRecord'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Kinds with a series of their own. */
export const SERIES_KINDS = [
  'proforma',
  'advance',
  'invoice',
  'creditNote',
  'returnRecord',
] as const satisfies DocumentKind[];
export type SeriesKind = (typeof SERIES_KINDS)[number];

/** Kinds that say what was sold for how much. */
export const MONEY_KINDS = ['proforma', 'advance', 'invoice', 'creditNote'] as const satisfies DocumentKind[];
export type MoneyKind = (typeof MONEY_KINDS)[number];

/** `R-2026-000391` */
export const formatDocumentNumber = (series: string, year: number, ordinal: number): string =>
  `${series}-${year}-${String(ordinal).padStart(6, '0')}`;

/** `G-1482`, and `G-1482-2` for a second one of the same order, after an exchange. */
export const warrantyNumber = (series: string, order: number, earlier: number): string =>
  `${series}-${order}${earlier > 0 ? `-${earlier + 1}` : ''}`;

/** The parts of `R-2026-000391`; `null` for anything else. */
export function readDocumentNumber(number: string): { series: string; year: number; ordinal: number } | null {
  const [, series, year, ordinal] = /^([A-Z]{1,4})-(\d{4})-(\d{6,9})$/.exec(number) ?? [];
  return series ? { series, year: Number(year), ordinal: Number(ordinal) } : null;
}
