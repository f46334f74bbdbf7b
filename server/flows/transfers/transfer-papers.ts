import { and, desc, eq } from 'drizzle-orm';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import type { Day } from '#domain/day.ts';
import { taxLines } from '#domain/documents/amounts.ts';
import { buyerOf } from '#domain/documents/buyer.ts';
import type { Line, MoneyDocument } from '#domain/documents/data.ts';
import { sold as words } from '#domain/documents/paper-copy.ts';
import { transferInstructions } from '#domain/orders/transfer/transfer.ts';
import { isSellerVatPayer, VAT_PERCENT } from '#domain/prices.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  emptyDocumentFields,
  type IssuedDocument,
  issueDocument,
  recordIssuedDocument,
} from '../../documents/issue.ts';
import { documents } from '../../documents/schema.ts';
import type { orderClaims, orders } from '../../orders/schema.ts';
import type { Tx } from '../../platform/db.ts';

type IssueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
type Order = typeof orders.$inferSelect;
type Claim = typeof orderClaims.$inferSelect;

/** What was ordered, as one line in dinars. */
function linesOf(order: Order, gross: number, months: number): Line[] {
  const product = productNamed(order.productName);
  const title = packageTitle(order.productName);
  const [name, quantity, unit] =
    product?.kind === 'package'
      ? ([words.package(title), months, 'month'] as const)
      : product?.kind === 'device'
        ? ([words.device, product.deviceCount, 'piece'] as const)
        : ([words.special(title), 1, 'piece'] as const);
  const note = product?.kind === 'device' ? words.deviceNote : '';
  const percent = isSellerVatPayer() ? VAT_PERCENT : null;
  return taxLines([{ name, note, serials: [], quantity, unit, percent, gross }]);
}

const shared = (order: Order) => ({
  ...emptyDocumentFields,
  buyer: buyerOf(order.delivery, order.email),
  suppliedOn: null,
  order: order.number,
  rate: order.rate === null ? null : String(order.rate),
});

/** What a share of the claim is in the money of the order, for the paper's price. */
const priceOf = (order: Order, claim: Claim, gross: number) => ({
  amount: Math.round((order.amount * gross) / claim.amount),
  currency: order.currency,
});

/** The offer by which a transfer is paid: `gross` is what is still asked for. The caller has locked the order. */
export async function issueProforma(
  tx: Tx,
  deps: IssueDeps,
  order: Order,
  claim: Claim,
  { gross, months }: { gross: number; months: number },
): Promise<IssuedDocument> {
  const pay = transferInstructions(deps.config.transfer, {
    reference: claim.reference!,
    order: order.number,
    amount: gross,
    isCompany: isCompany(order),
  });
  const price = priceOf(order, claim, gross);
  const issued = await issueDocument(
    tx,
    deps,
    {
      ...shared(order),
      kind: 'proforma',
      paid: null,
      price: { amount: price.amount, currency: 'EUR' },
      validUntil: claim.validUntil,
      lines: linesOf(order, gross, months),
      pay,
    },
    { orderId: order.id, packageId: null, profileId: order.profileId, price },
  );
  await recordIssuedDocument(tx, issued);
  return issued;
}

/** That the money has come and nothing was delivered for it yet. */
export async function issueAdvance(
  tx: Tx,
  deps: IssueDeps,
  order: Order,
  claim: Claim,
  { on, reference, months }: { on: Day; reference: string; months: number },
): Promise<IssuedDocument> {
  const gross = claim.amount;
  const price = { amount: order.amount, currency: order.currency };
  const issued = await issueDocument(
    tx,
    deps,
    {
      ...shared(order),
      kind: 'advance',
      price: { amount: order.amount, currency: 'EUR' },
      lines: linesOf(order, gross, months),
      paid: { on, how: 'transfer', amount: gross, reference },
    },
    { orderId: order.id, packageId: null, profileId: order.profileId, price },
  );
  await recordIssuedDocument(tx, issued);
  return issued;
}

/** The newest paper of that kind of an order. */
export async function newestPaper(
  tx: Pick<Tx, 'select'>,
  orderId: string,
  kind: 'proforma' | 'advance',
): Promise<IssuedDocument | null> {
  const [paper] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, orderId), eq(documents.kind, kind)))
    .orderBy(desc(documents.nth))
    .limit(1);
  return paper ?? null;
}

/** What an advance takes off an invoice of a share of it. */
export function advanceOf(paper: IssuedDocument, share: { gross: number; tax: number }): MoneyDocument['advances'] {
  const { number, paid } = paper.data as MoneyDocument;
  return [{ number, receivedOn: paid!.on, amount: share.gross, tax: share.tax }];
}

const isCompany = ({ delivery }: Order): boolean => Boolean(delivery?.company_name || delivery?.companyName);
