import * as z from 'zod';
import { Day, Money } from '../shapes.ts';
import { sumOf } from './amounts.ts';
import { MONEY_KINDS } from './kinds.ts';

/**
 * Everything that stands on a paper, as it was when it was issued: nothing of it is read from anywhere else later. Amounts are para unless
 * a currency stands beside them.
 */
const Para = z.int();

export const Issuer = z.object({
  name: z.string(),
  address: z.string(),
  /** Where it is issued. */
  seat: z.string(),
  taxNumber: z.string(),
  registrationNumber: z.string(),
  email: z.string(),
  vatPayer: z.boolean(),
  /** What the accountant wants to be said where no VAT is charged. */
  vatNote: z.string(),
  /** Who answers for it; empty: nobody is named. */
  responsible: z.string(),
});

/** The buyer as they were. */
export const Buyer = z.object({
  name: z.string(),
  /** Street, then place, then a country that is not Serbia. */
  address: z.array(z.string()),
  taxNumber: z.string().nullable(),
  registrationNumber: z.string().nullable(),
});
export type Buyer = z.infer<typeof Buyer>;

export const Line = z.object({
  name: z.string(),
  note: z.string(),
  serials: z.array(z.string()),
  quantity: z.int().positive(),
  unit: z.enum(['piece', 'month']),
  percent: z.int().nullable(),
  gross: Para,
  base: Para,
  tax: Para,
  /** Of the label with which devices came back: what it takes off, or gives back, in the money of the sale. */
  label: z.int().optional(),
});
export type Line = z.infer<typeof Line>;

/** What a payment slip asks for, with the text inside the IPS QR code. */
export const PayTo = z.object({
  payee: z.string(),
  account: z.string(),
  amount: Para,
  /** With its check digits: `66-2026001504`. */
  reference: z.string(),
  purpose: z.string(),
  code: z.string(),
  qr: z.string(),
});
export type PayTo = z.infer<typeof PayTo>;

const shared = {
  number: z.string(),
  issuer: Issuer,
  buyer: Buyer,
  issuedOn: Day,
  order: z.int().nullable(),
};

export const MoneyDocument = z.object({
  ...shared,
  kind: z.enum(MONEY_KINDS),
  /** When it was delivered or done; `null` where nothing was yet. */
  suppliedOn: Day.nullable(),
  validUntil: Day.nullable(),
  shipment: z.string().nullable(),
  /** Delivered elsewhere than to the buyer's address: name and address. */
  deliveredTo: z.array(z.string()),
  /** Dinars for one euro, when the price is in euros. */
  rate: z.string().nullable(),
  price: Money.nullable(),
  lines: z.array(Line).min(1),
  /** Advances that it takes off; of a credit note, that an invoice in its place takes off again. */
  advances: z.array(z.object({ number: z.string(), receivedOn: Day, amount: Para, tax: Para })),
  /** What it takes back, or stands in place of; papers of before do not say of which kind that is. */
  cited: z.object({ kind: z.enum(MONEY_KINDS).optional(), number: z.string(), issuedOn: Day }).nullable(),
  reason: z.string(),
  paid: z
    .object({ on: Day, how: z.enum(['card', 'transfer', 'cash']), amount: Para, reference: z.string().nullable() })
    .nullable(),
  pay: PayTo.nullable(),
  /** What a consumer must be told. */
  consumer: z.boolean(),
  /** The number of the garantni list that goes with it. */
  warranty: z.string().nullable(),
});
export type MoneyDocument = z.infer<typeof MoneyDocument>;

export const WarrantyDocument = z.object({
  ...shared,
  kind: z.literal('warranty'),
  invoice: z.string().nullable(),
  deliveredOn: Day,
  devices: z.array(z.object({ name: z.string(), serial: z.string(), until: Day })).min(1),
});
export type WarrantyDocument = z.infer<typeof WarrantyDocument>;

export const ReturnRecord = z.object({
  ...shared,
  kind: z.literal('returnRecord'),
  receivedOn: Day,
  why: z.enum(['withdrawal', 'complaint', 'exchange', 'refused']),
  devices: z
    .array(
      z.object({
        name: z.string(),
        serial: z.string(),
        condition: z.string(),
        /** The serial number that the buyer got in its place. */
        replacedBy: z.string().nullable(),
      }),
    )
    .min(1),
  decision: z.string(),
  note: z.string(),
});
export type ReturnRecord = z.infer<typeof ReturnRecord>;

export const DocumentData = z.discriminatedUnion('kind', [MoneyDocument, WarrantyDocument, ReturnRecord]);
export type DocumentData = z.infer<typeof DocumentData>;

export const isMoney = (data: DocumentData): data is MoneyDocument =>
  (MONEY_KINDS as readonly string[]).includes(data.kind);

/** What is still to be paid. A credit note asks for nothing. */
export function dueOf({ kind, lines, advances, paid }: MoneyDocument): number {
  if (kind === 'creditNote') return 0;
  return sumOf(lines).gross - advances.reduce((sum, { amount }) => sum + amount, 0) - (paid?.amount ?? 0);
}

/** Serial numbers for reading: three and more in a row as `from` and `to`. */
export function serialRanges(serials: readonly string[]): { from: string; to: string | null }[] {
  const runs: string[][] = [];
  for (const serial of serials) {
    const run = runs.at(-1);
    if (run && follows(run.at(-1)!, serial)) run.push(serial);
    else runs.push([serial]);
  }
  return runs.flatMap((run): { from: string; to: string | null }[] =>
    run.length > 2 ? [{ from: run[0]!, to: run.at(-1)! }] : run.map((from) => ({ from, to: null })),
  );
}

function follows(one: string, next: string): boolean {
  const [, head, digits] = /^(.*?)(\d{1,15})$/.exec(one) ?? [];
  return digits !== undefined && next === `${head}${String(Number(digits) + 1).padStart(digits.length, '0')}`;
}
