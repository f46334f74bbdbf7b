import { eq } from 'drizzle-orm';
import { reversedLines, reversedLinesInTurn, taxIn } from '#domain/documents/amounts.ts';
import type { Buyer, Line, MoneyDocument } from '#domain/documents/data.ts';
import { reasons, sold as words } from '#domain/documents/paper-copy.ts';
import type { Currency } from '#domain/money.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { labelCostInCents, labelCostInPara, labelCountOf } from '#domain/returns/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  emptyDocumentFields,
  type IssuedDocument,
  issueDocument,
  recordIssuedDocument,
} from '../../documents/issue.ts';
import { referenceOnPapers } from '../../orders/claims.ts';
import { orders } from '../../orders/schema.ts';
import type { Tx } from '../../platform/db.ts';

type IssueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
type Order = typeof orders.$inferSelect;

/** What of a paper is counted: its price in the money of the sale, or what it comes to in para, where that is what was paid. */
export type CountedAmount = 'price' | 'gross';
export const measureOf = ({ way }: Pick<Order, 'way'>): CountedAmount => (way === 'card' ? 'price' : 'gross');

/** What papers are brought to: what is left of the money, and what of it is the price of labels with which devices came back. */
interface Remaining {
  left: number;
  by?: CountedAmount;
  labels?: number;
  /** Devices whose money goes back. */
  serials?: readonly string[];
}

/** Brings invoices and their credit notes, the oldest first, to what is left of the money. Answers with what it issues. */
export async function matchDocumentsToMoney(
  tx: Tx,
  deps: IssueDeps,
  issued: IssuedDocument[],
  { left, by = 'price', labels = 0, serials = [] }: Remaining,
  why: 'refund' | 'dispute' | 'refused',
): Promise<IssuedDocument[]> {
  const before = issued.length;
  for (const { paper, ...part } of planReversals(issued, { left, by, labels })) {
    const undone = why === 'refused' ? reasons.takenAfterAll : reasons.refundReturned;
    const reason = paper.kind === 'creditNote' ? undone(paper.number) : reasons[why];
    issued.push(await issueReversal(tx, deps, paper, issued, { ...part, serials, reason, by }));
  }
  return issued.slice(before);
}

/** Of a paper that is taken back: so much of what it sold; `label` is what labels took off more with it, or less. */
interface Part {
  part: number;
  label?: number;
  /** Of devices that go back; of a whole line all that it names. */
  serials?: readonly string[];
}

/** Which papers have to be taken back, and how much of each, so that together they say what is left. */
export function planReversals(
  issued: readonly IssuedDocument[],
  { left, by = 'price', labels = 0 }: Remaining,
): (Part & { paper: IssuedDocument; label: number })[] {
  const said = sumOfDocuments(issued, by);
  const label = Math.min(labels, Math.max(left, 0)) - labelsKept(issued, by);
  const sold = left - said - label;
  let missing = Math.abs(sold);
  const isToCredit = (sold === 0 ? label : sold) < 0;
  // The newest first: what was invoiced again is credited before the rest.
  const papers = issued.filter(({ kind }) => (kind !== 'creditNote') === isToCredit).reverse();
  const turns: ReturnType<typeof planReversals> = [];
  for (const paper of papers) {
    const part = Math.min(unreversedAmount(paper, issued, by), missing);
    if (part > 0) turns.push({ paper, part, label: 0 });
    missing -= part;
  }
  if (label === 0) return turns;
  const [most] = turns.toSorted((a, b) => b.part - a.part);
  if (most) most.label = label;
  else if (papers[0]) turns.push({ paper: papers[0], part: 0, label });
  return turns;
}

/** What papers say together was sold. */
export const sumOfDocuments = (issued: readonly IssuedDocument[], by: CountedAmount): number =>
  issued.reduce((sum, paper) => sum + (paper.kind === 'creditNote' ? -paper[by] : paper[by]), 0);

const linesOf = ({ data }: IssuedDocument): Line[] => ('lines' in data ? data.lines : []);

/** What lines of labels come to on a paper. */
const labelOf = (paper: IssuedDocument, by: CountedAmount): number =>
  linesOf(paper).reduce(
    (sum, { label, gross }) => (label === undefined ? sum : sum + (by === 'price' ? label : gross)),
    0,
  );

/** What labels have taken off, by all papers together. */
const labelsKept = (issued: readonly IssuedDocument[], by: CountedAmount): number =>
  issued.reduce((sum, paper) => sum + (paper.kind === 'creditNote' ? -1 : 1) * labelOf(paper, by), 0);

/** What a paper sold or took back, whatever labels took off. */
const soldBy = (paper: IssuedDocument, by: CountedAmount): number => paper[by] - labelOf(paper, by);

/** The lines of what takes back a part of a paper, after everything that took back of it before. */
export function linesOfReversal(
  paper: IssuedDocument,
  all: readonly IssuedDocument[],
  { part, label = 0, serials = [] }: Part,
  by: CountedAmount = 'price',
): Line[] {
  const whole = soldBy(paper, by);
  const before = whole - unreversedAmount(paper, all, by);
  const after = before + part;
  const sold = linesOf(paper).filter((line) => line.label === undefined);
  const back =
    by === 'price'
      ? reversedLines(sold, { price: whole, before, after })
      : reversedLinesInTurn(sold, { before, after });
  const count = ({ quantity }: Line) =>
    Math.max(1, Math.round((quantity * after) / whole) - Math.round((quantity * before) / whole));
  const counted = back.map((line) => {
    const named = line.serials.filter((serial) => serials.includes(serial));
    // Of a device whose price was reduced less goes back than it cost.
    const quantity = Math.max(named.length, count(line));
    return { ...line, quantity, serials: quantity === line.quantity ? line.serials : named };
  });
  return label === 0 ? counted : [...counted, labelLine(paper, all, label, by)];
}

/** What labels take off more, or less, after all papers of the order. */
function labelLine(paper: IssuedDocument, all: readonly IssuedDocument[], label: number, by: CountedAmount): Line {
  const { rate } = paper.data as MoneyDocument;
  const [percent = null] = linesOf(paper).map((line) => line.percent);
  const euros = paper.currency === 'EUR' && rate !== null ? Number(rate) : null;
  const before = labelsKept(all, by);
  const inPara = (kept: number) => (by === 'gross' || euros === null ? kept : labelCostInPara(kept, euros));
  const inPrice = (kept: number) => (by === 'price' || euros === null ? kept : labelCostInCents(kept, euros));
  const more = (of: (kept: number) => number) => of(before + label) - of(before);
  // On a credit note it is taken off what goes back.
  const sign = paper.kind === 'creditNote' ? 1 : -1;
  const gross = sign * more(inPara);
  const tax = sign * more((kept) => taxIn(inPara(kept), percent));
  const quantity = labelCountOf(gross);
  return {
    name: words.label,
    note: '',
    serials: [],
    quantity,
    unit: 'piece',
    percent,
    gross,
    base: gross - tax,
    tax,
    label: sign * more(inPrice),
  };
}

/** What a part of a paper is in the money of the sale. */
function priceOf(paper: IssuedDocument, all: readonly IssuedDocument[], part: number, by: CountedAmount): number {
  if (by === 'price') return part;
  const left = unreversedAmount(paper, all, by);
  const [whole, price] = [soldBy(paper, 'gross'), soldBy(paper, 'price')];
  const upTo = (gone: number) => Math.round((price * gone) / whole);
  return upTo(whole - left + part) - upTo(whole - left);
}

/** What of what it sold no other paper has taken back yet. */
export const unreversedAmount = (
  paper: IssuedDocument,
  all: readonly IssuedDocument[],
  by: CountedAmount = 'price',
): number => all.reduce((left, one) => (one.citedId === paper.id ? left - soldBy(one, by) : left), soldBy(paper, by));

/**
 * What a part of a paper took off of its advances, after what took back of it before: the part that is taken back gives it up, and what
 * stands in its place takes it off again.
 */
function advancesBack(
  paper: IssuedDocument,
  all: readonly IssuedDocument[],
  { part }: Part,
  by: CountedAmount,
): MoneyDocument['advances'] {
  // What was paid by card has none.
  if (by !== 'gross') return [];
  const before = soldBy(paper, by) - unreversedAmount(paper, all, by);
  const taken = (paper.data as MoneyDocument).advances.map((advance) => ({
    ...advance,
    gross: advance.amount,
    percent: null,
    base: advance.amount - advance.tax,
  }));
  return reversedLinesInTurn(taken, { before, after: before + part }).map(({ number, receivedOn, gross, tax }) => ({
    number,
    receivedOn,
    amount: gross,
    tax,
  }));
}

/**
 * Issues the opposite of a part of a paper: a credit note of an invoice, an invoice of a credit note. Where no money goes back
 * (`keepsAdvances`) the advances stay spent: the credit note gives them up, and the invoice in its place takes them off.
 */
export async function issueReversal(
  tx: Tx,
  deps: IssueDeps,
  paper: IssuedDocument,
  all: readonly IssuedDocument[],
  {
    id,
    reason,
    buyer,
    by = 'price',
    keepsAdvances = false,
    ...part
  }: Part & { id?: string; reason: string; buyer?: Buyer; by?: CountedAmount; keepsAdvances?: boolean },
): Promise<IssuedDocument> {
  const data = paper.data as MoneyDocument;
  const lines = linesOfReversal(paper, all, part, by);
  const price = lines.reduce((sum, { label = 0 }) => sum + label, priceOf(paper, all, part.part, by));
  const isCredit = paper.kind !== 'creditNote';
  const gross = lines.reduce((sum, line) => sum + line.gross, 0);
  const { orderId, packageId, currency } = paper;
  const order = await orderOf(tx, orderId);
  const advances = keepsAdvances ? advancesBack(paper, all, part, by) : [];
  const rest = gross - advances.reduce((sum, { amount }) => sum + amount, 0);
  const paid = isCredit || (advances.length > 0 && rest === 0) ? null : await paidBy(tx, data, all, order);
  const undone = isCredit ? undefined : (all.find(({ id }) => id === paper.citedId)?.data as MoneyDocument | undefined);
  const issued = await issueDocument(
    tx,
    deps,
    {
      ...emptyDocumentFields,
      kind: isCredit ? 'creditNote' : 'invoice',
      buyer: buyer ?? data.buyer,
      suppliedOn: undone?.suppliedOn ?? null,
      shipment: undone?.shipment ?? null,
      deliveredTo: undone?.deliveredTo ?? [],
      warranty: undone?.warranty ?? null,
      // Another buyer is a company.
      consumer: buyer === undefined && undone?.consumer === true,
      order: data.order,
      rate: data.rate,
      price: data.price && { amount: price, currency: currency as Currency },
      lines,
      advances,
      cited: { kind: data.kind, number: data.number, issuedOn: data.issuedOn },
      reason,
      paid: paid && { ...paid, amount: rest },
    },
    {
      ...(id ? { id } : {}),
      orderId,
      packageId,
      citedId: paper.id,
      profileId: order?.profileId ?? null,
      price: { amount: price, currency },
    },
  );
  await recordIssuedDocument(tx, issued);
  return issued;
}

/**
 * The money came when and as the first invoice says, or its advance, whatever was issued in its place since; of what was paid at the door
 * as the order says. `null`: nothing has come.
 */
async function paidBy(
  tx: Tx,
  data: MoneyDocument,
  all: readonly IssuedDocument[],
  order: Order | null,
): Promise<Omit<NonNullable<MoneyDocument['paid']>, 'amount'> | null> {
  const papers = [data, ...all.map((one) => one.data as MoneyDocument)];
  const paid = papers.map((one) => one.paid).find(Boolean);
  const reference = order && (await referenceOnPapers(tx, order));
  if (paid) return { on: paid.on, how: paid.how, reference: paid.reference ?? reference };
  const advance = papers.flatMap(({ advances }) => advances)[0];
  if (advance) return { on: advance.receivedOn, how: 'transfer', reference };
  return order?.paidAt ? { on: dayOf(order.paidAt), how: WAYS[order.way].onPapers, reference } : null;
}

async function orderOf(tx: Tx, orderId: string | null): Promise<Order | null> {
  if (!orderId) return null;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  return order ?? null;
}
