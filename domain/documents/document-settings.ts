import * as z from 'zod';
import { type DocumentKind, SERIES_KINDS, type SeriesKind } from './kinds.ts';

/**
 * How the company numbers its papers (`DOCUMENT_*`). The name of a series stands in front of each number. A first number is that of one
 * year, for a shop that issued papers elsewhere before; every other year begins with 1.
 */
const Series = z.string().regex(/^[A-Z]{1,4}$/, 'must be one to four capital letters');
const First = z
  .string()
  .regex(/^\d{4}-\d{1,9}$/, 'must be a year and a number, like 2026-391')
  .transform((text) => {
    const [year, ordinal] = text.split('-').map(Number);
    return { year: year!, ordinal: ordinal! };
  })
  .refine(({ ordinal }) => ordinal > 0, 'must begin with 1 or more')
  .optional();

export const documentEnvironment = {
  DOCUMENT_SERIES_PROFORMA: Series.default('P'),
  DOCUMENT_SERIES_ADVANCE: Series.default('A'),
  DOCUMENT_SERIES_INVOICE: Series.default('R'),
  DOCUMENT_SERIES_CREDIT_NOTE: Series.default('K'),
  DOCUMENT_SERIES_WARRANTY: Series.default('G'),
  DOCUMENT_SERIES_RETURN: Series.default('Z'),
  DOCUMENT_START_PROFORMA: First,
  DOCUMENT_START_ADVANCE: First,
  DOCUMENT_START_INVOICE: First,
  DOCUMENT_START_CREDIT_NOTE: First,
  DOCUMENT_START_RETURN: First,
  /** Who answers for what is issued; stands at the foot. */
  DOCUMENT_RESPONSIBLE: z.string().trim().max(80).default(''),
  /** What a company that pays no VAT must say, by its accountant. */
  DOCUMENT_VAT_NOTE: z.string().trim().max(300).default(''),
};
type DocumentEnvironment = z.infer<z.ZodObject<typeof documentEnvironment>>;

/** What would give two kinds the same numbers; `null` when nothing does. */
export function documentMistake(e: DocumentEnvironment): string | null {
  const names = Object.values(documentSettings(e).series);
  return new Set(names).size === names.length ? null : 'DOCUMENT_SERIES_*: two kinds have the same series';
}

export type DocumentSettings = ReturnType<typeof documentSettings>;

export function documentSettings(e: DocumentEnvironment) {
  const series: Record<DocumentKind, string> = {
    proforma: e.DOCUMENT_SERIES_PROFORMA,
    advance: e.DOCUMENT_SERIES_ADVANCE,
    invoice: e.DOCUMENT_SERIES_INVOICE,
    creditNote: e.DOCUMENT_SERIES_CREDIT_NOTE,
    warranty: e.DOCUMENT_SERIES_WARRANTY,
    returnRecord: e.DOCUMENT_SERIES_RETURN,
  };
  const starts: Record<SeriesKind, { year: number; ordinal: number } | undefined> = {
    proforma: e.DOCUMENT_START_PROFORMA,
    advance: e.DOCUMENT_START_ADVANCE,
    invoice: e.DOCUMENT_START_INVOICE,
    creditNote: e.DOCUMENT_START_CREDIT_NOTE,
    returnRecord: e.DOCUMENT_START_RETURN,
  };
  return { series, starts, responsible: e.DOCUMENT_RESPONSIBLE, vatNote: e.DOCUMENT_VAT_NOTE };
}

/** The first number of a kind in that year. */
export const firstNumber = ({ starts }: Pick<DocumentSettings, 'starts'>, kind: SeriesKind, year: number): number =>
  starts[kind]?.year === year ? starts[kind].ordinal : 1;

/** The kinds, by the name of their series. */
export const kindOfSeries = ({ series }: Pick<DocumentSettings, 'series'>, name: string): SeriesKind | null =>
  SERIES_KINDS.find((kind) => series[kind] === name) ?? null;
