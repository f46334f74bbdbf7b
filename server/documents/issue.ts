import { createHash } from 'node:crypto';
import { and, isNull, sql } from 'drizzle-orm';
import { company } from '#domain/company.ts';
import type { Day } from '#domain/day.ts';
import { sumOf } from '#domain/documents/amounts.ts';
import {
  DocumentData,
  isMoney,
  type MoneyDocument,
  type ReturnRecord,
  type WarrantyDocument,
} from '#domain/documents/data.ts';
import { firstNumber } from '#domain/documents/document-settings.ts';
import { formatDocumentNumber, type SeriesKind, warrantyNumber } from '#domain/documents/kinds.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { restores } from '../backup/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { announceToWebhooks } from '../platform/announce-to-webhooks.ts';
import { type Actor, record, systemActor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { TEMPLATE } from './paper/template.ts';
import { documentSeries, documents } from './schema.ts';

type IssueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
export type IssuedDocument = typeof documents.$inferSelect;

/** What the caller says of a paper; number, issuer and day are given here. */
type Unnumbered<Data> = Omit<Data, 'number' | 'issuer' | 'issuedOn'>;
export type DocumentDraft = Unnumbered<MoneyDocument> | Unnumbered<WarrantyDocument> | Unnumbered<ReturnRecord>;

/** What most papers leave out. */
export const emptyDocumentFields = {
  validUntil: null,
  shipment: null,
  deliveredTo: [],
  advances: [],
  cited: null,
  reason: '',
  pay: null,
  consumer: false,
  warranty: null,
} satisfies Partial<MoneyDocument>;

/** What it is about, and whose it is. Never a reservation: the event's money is the organiser's. */
export interface DocumentSubject {
  /** Of whoever asks, so that asking again is safe. */
  id?: string;
  orderId: string | null;
  packageId: string | null;
  profileId: string | null;
  citedId?: string;
  /** What was sold or taken back, in the money of the sale. */
  price: { amount: number; currency: string };
}

/** Whoever draws a paper does this job. */
export const RENDER_JOB = 'documents.render';

/**
 * Issues a paper in the caller's transaction: its number, everything that stands on it, and the job that draws it. The series stays locked
 * until the end, so the caller does this late; who takes numbers of several series takes them in the order of `SERIES_KINDS`.
 */
export async function issueDocument(
  tx: Tx,
  deps: IssueDeps,
  draft: DocumentDraft,
  about: DocumentSubject,
): Promise<IssuedDocument> {
  const issuedAt = deps.now();
  const issuedOn = dayOf(issuedAt);
  const { citedId = null, price, ...of } = about;
  await refuseUnknownNumbers(tx);
  const named =
    draft.kind === 'warranty' ? await warrantyOf(tx, deps, draft) : await takeNumber(tx, deps, draft.kind, issuedOn);
  const data = DocumentData.parse({ ...draft, number: named.number, issuer: issuer(deps), issuedOn });
  const [row] = await tx
    .insert(documents)
    .values({
      ...of,
      ...named,
      citedId,
      kind: data.kind,
      data,
      dataSha256: hashOf(data),
      template: TEMPLATE,
      gross: isMoney(data) ? sumOf(data.lines).gross : 0,
      price: price.amount,
      currency: price.currency,
      issuedAt,
      keptUntil: keptUntil(issuedOn),
    })
    .returning();
  await deps.queue.send(tx, RENDER_JOB, { id: row!.id });
  await announceToWebhooks(tx, issuedAt, [{ type: 'document.issued', id: row!.number, version: 1 }]);
  return row!;
}

/** The entry in the audit log, in the transaction that issued the paper. */
export const recordIssuedDocument = (
  tx: Tx,
  { kind, number, gross, orderId }: IssuedDocument,
  by: Actor = systemActor,
): Promise<void> =>
  record(tx, by, {
    action: 'documents.issued',
    on: { kind: 'order', id: orderId! },
    after: { document: kind, number, amount: gross, currency: 'RSD' },
  });

/** Until the end of the year in which the term ends. */
const keptUntil = (issuedOn: Day): Day => `${Number(issuedOn.slice(0, 4)) + Number(company.documentYears)}-12-31`;

const issuer = ({ config: { documents: settings } }: IssueDeps) => ({
  name: company.legalName,
  address: company.address,
  seat: company.seat,
  taxNumber: company.taxNumber,
  registrationNumber: company.registrationNumber,
  email: company.email,
  vatPayer: company.vatPayer !== 'no',
  vatNote: settings.vatNote,
  responsible: settings.responsible,
});

/** A shop that came from an archive does not know which numbers were given out since, until whoever resumes it has said. */
async function refuseUnknownNumbers(tx: Tx): Promise<void> {
  const asked = and(isNull(restores.resumedAt), isNull(restores.documents));
  if ((await tx.$count(restores, asked)) > 0) throw refuse('SERVICE_UNAVAILABLE', { seconds: 60 });
}

/** The next number of the series in that day's year. Given back when the transaction is. */
async function takeNumber(tx: Tx, { config: { documents: settings } }: IssueDeps, kind: SeriesKind, day: Day) {
  const series = settings.series[kind];
  const year = Number(day.slice(0, 4));
  const [taken] = await tx
    .insert(documentSeries)
    .values({ series, year, last: firstNumber(settings, kind, year) })
    .onConflictDoUpdate({
      target: [documentSeries.series, documentSeries.year],
      set: { last: sql`${documentSeries.last} + 1` },
    })
    .returning();
  const ordinal = taken!.last;
  return { series, year, ordinal, number: formatDocumentNumber(series, year, ordinal) };
}

/** Locks a series before a number of another one is taken, for whoever needs them in the wrong order. */
export async function lockSeries(
  tx: Tx,
  { config: { documents: settings }, now }: IssueDeps,
  kind: SeriesKind,
): Promise<void> {
  const year = Number(dayOf(now()).slice(0, 4));
  await tx
    .insert(documentSeries)
    .values({ series: settings.series[kind], year, last: firstNumber(settings, kind, year) - 1 })
    .onConflictDoUpdate({
      target: [documentSeries.series, documentSeries.year],
      set: { last: sql`${documentSeries.last}` },
    });
}

async function warrantyOf(tx: Tx, { config }: IssueDeps, { order }: Unnumbered<WarrantyDocument>) {
  if (order === null) throw new Error('a warranty carries the number of its order');
  const series = config.documents.series.warranty;
  const first = warrantyNumber(series, order, 0);
  const earlier = await tx.$count(
    documents,
    sql`${documents.number} = ${first} or ${documents.number} like ${`${first}-%`}`,
  );
  return { series, year: null, ordinal: null, number: warrantyNumber(series, order, earlier) };
}

/** Of the data as text with sorted keys: the database keeps no order of keys. */
export const hashOf = (data: DocumentData): string => createHash('sha256').update(sorted(data)).digest('hex');

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, inside]) => `${JSON.stringify(key)}:${sorted(inside)}`).join()}}`;
}
