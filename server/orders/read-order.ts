import { and, asc, desc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import { isStanding } from '#domain/documents/standing.ts';
import type { Currency } from '#domain/money.ts';
import { memberName } from '#domain/network/rules.ts';
import { mailboxOf } from '#domain/orders/delivery/delivery.ts';
import type { OrderPage } from '#domain/orders/order-page.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../accounts/schema.ts';
import { actorNames } from '../actor-names.ts';
import { statementImports, statementLines } from '../bank/schema.ts';
import { devices } from '../devices/schema.ts';
import { documents } from '../documents/schema.ts';
import { exchanges, shipmentDevices, shipments } from '../fulfilment/schema.ts';
import { orderPayments, refunds } from '../payments/schema.ts';
import type { Database } from '../platform/db.ts';
import { mails } from '../platform/mail.schema.ts';
import { describeOrder, ordersOfPerson } from './of-person.ts';
import { orderEvents, orderLines, orderNotes, orders, withdrawals } from './schema.ts';
import { describeWithdrawal } from './withdrawal/withdraw.ts';

type Row = typeof orders.$inferSelect;

/** How many of the buyer's other orders stand on the page, newest first. */
const OTHERS = 5;

/** Everything that staff see about one order, by its number. */
export async function readOrder(
  db: Database,
  number: number,
): Promise<
  Omit<
    OrderPage,
    | 'transfer'
    | 'surpluses'
    | 'calls'
    | 'paidMonths'
    | 'gave'
    | 'referral'
    | 'refusedParcels'
    | 'claims'
    | 'expected'
    | 'standing'
  >
> {
  const [found] = await db
    .select({ order: orders, stated: withdrawals })
    .from(orders)
    .leftJoin(withdrawals, eq(withdrawals.orderId, orders.id))
    .where(eq(orders.number, number));
  if (!found) throw refuse('ORDER_GONE');
  const { order, stated } = found;
  const { id } = order;
  const [lines, payments, parcels, returned, papers, events, notes, written, buyer] = await Promise.all([
    db.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(asc(orderLines.position)),
    readPayments(db, order),
    db.select().from(shipments).where(eq(shipments.orderId, id)).orderBy(asc(shipments.n)),
    readReturned(db, id),
    db.select().from(documents).where(eq(documents.orderId, id)).orderBy(asc(documents.nth)),
    db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, id))
      .orderBy(desc(orderEvents.moment), desc(orderEvents.id)),
    db.select().from(orderNotes).where(eq(orderNotes.orderId, id)).orderBy(desc(orderNotes.createdAt)),
    db.select().from(mails).where(eq(mails.orderId, id)).orderBy(desc(mails.createdAt)),
    order.profileId ? readBuyer(db, order.profileId, id) : null,
  ]);
  const names = await actorNames(db, [...events.map(({ actor }) => actor), ...notes.map(({ authorId }) => authorId)]);
  const by = (actor: string) => ({ id: actor, name: names.get(actor) ?? null });
  return {
    ...describeOrder(order),
    withdrawal: stated && {
      ...describeWithdrawal(order, stated),
      reason: stated.reason,
      resolution: stated.resolution,
    },
    way: order.way,
    rate: order.rate,
    version: order.version,
    delivery: order.delivery,
    mailbox: mailboxOf(order),
    lines,
    payments,
    shipments: parcels,
    returned,
    documents: papers.map((paper) => ({
      id: paper.id,
      kind: paper.kind,
      number: paper.number,
      issuedAt: paper.issuedAt,
      gross: paper.gross,
      ready: paper.state === 'ready',
      isStanding: isStanding(paper, papers),
    })),
    events: events.map(({ actor, keyName, ...event }) => ({ ...event, by: { ...by(actor), key: keyName } })),
    notes: notes.map(({ authorId, createdAt, ...note }) => ({
      ...note,
      moment: createdAt,
      by: authorId ? by(authorId) : null,
    })),
    mails: written.map((mail) => ({
      id: mail.id,
      template: mail.template,
      to: mail.to,
      state: mail.state,
      problem: mail.lastError,
      moment: mail.sentAt ?? mail.createdAt,
      isRepeatable: Object.keys(mail.props).length > 0,
    })),
    buyer,
  };
}

async function readPayments(db: Database, order: Row): Promise<OrderPage['payments']> {
  const rows = await db
    .select({
      key: orderPayments.key,
      way: orderPayments.way,
      receipt: orderPayments.receipt,
      isSurplus: orderPayments.isSurplus,
      amount: sql<number>`coalesce(${orderPayments.amount}, ${order.amount})`.mapWith(Number),
      currency: sql<Currency>`coalesce(${orderPayments.currency}, ${order.currency})`,
      refunded: sql<number>`(select coalesce(sum(${refunds.amount}), 0) from ${refunds}
        where ${refunds.paymentKey} = ${orderPayments.key} and ${refunds.succeeded})`.mapWith(Number),
      moment: orderPayments.at,
    })
    .from(orderPayments)
    .where(eq(orderPayments.orderId, order.id))
    .orderBy(desc(orderPayments.at))
    .limit(100);
  const lines = await linesOf(
    db,
    rows.map(({ key }) => key),
  );
  return rows.map((row) => ({ ...row, line: lines.get(lineIdIn(row.key) ?? '') ?? null }));
}

/** Of the line of a statement that brought it; `undefined` of what came another way. */
const lineIdIn = (paymentKey: string): string | undefined => /^line:([0-9a-f-]{36})/.exec(paymentKey)?.[1];

async function linesOf(db: Database, paymentKeys: readonly string[]) {
  const ids = paymentKeys.flatMap((key) => lineIdIn(key) ?? []);
  if (ids.length === 0) return new Map<string, OrderPage['payments'][number]['line']>();
  const rows = await db
    .select({ line: statementLines, statement: statementImports })
    .from(statementLines)
    .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
    .where(inArray(statementLines.id, ids));
  return new Map(
    rows.map(({ line: { id, position, reference }, statement }) => [
      id,
      { statement: { id: statement.id, name: statement.number || statement.fileName }, position, reference },
    ]),
  );
}

function readReturned(db: Database, orderId: string): Promise<OrderPage['returned']> {
  const exchanged = db
    .select({ one: sql`1` })
    .from(exchanges)
    .where(
      and(eq(exchanges.orderId, orderId), eq(exchanges.serial, shipmentDevices.serial), eq(exchanges.state, 'done')),
    );
  return db
    .select({ serial: shipmentDevices.serial, n: shipments.n })
    .from(shipmentDevices)
    .innerJoin(shipments, eq(shipments.id, shipmentDevices.shipmentId))
    .where(
      and(
        eq(shipments.orderId, orderId),
        eq(shipments.state, 'delivered'),
        eq(shipmentDevices.isLive, false),
        notExists(exchanged),
      ),
    )
    .orderBy(asc(shipments.n), asc(shipmentDevices.position));
}

async function readBuyer(db: Database, id: string, orderId: string): Promise<OrderPage['buyer']> {
  const [[person], { count, paid, rows }, televisions] = await Promise.all([
    db.select().from(profiles).where(eq(profiles.id, id)),
    ordersOfPerson(db, id, OTHERS, orderId),
    db.$count(devices, and(eq(devices.profileId, id), isNull(devices.unlinkedAt))),
  ]);
  if (!person) return null;
  return {
    id,
    name: memberName(person),
    email: person.email,
    phone: person.phone,
    isInstaller: person.isInstaller,
    isCompany: person.isCompany,
    since: person.createdAt,
    closedAt: person.closedAt,
    orders: count,
    paid,
    televisions,
    others: rows,
  };
}
