import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { formatAccount } from '#domain/events/payment/bank-accounts.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { pages } from '#domain/pages.ts';
import type { AskedRefund, OwnPayout, Payout, PayoutList } from '#domain/payouts/contract.ts';
import { LIVE_PAYOUTS, maskedAccount, type PayoutState } from '#domain/payouts/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../accounts/schema.ts';
import { paymentParts, statementLines } from '../bank/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { orders } from '../orders/schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { orderRefunds } from '../refunds/schema.ts';
import { rewardStatements } from '../rewards/schema.ts';
import { payoutLists, payouts } from './schema.ts';

const LISTS_SHOWN = 100;

const nameOf = sql<
  string | null
>`nullif(trim(coalesce(${profiles.firstName}, '') || ' ' || coalesce(${profiles.lastName}, '')), '')`;

const shownOf = (db: DatabaseOrTransaction) =>
  db
    .select({
      payout: payouts,
      order: orders.number,
      delivery: orders.delivery,
      month: rewardStatements.month,
      cameOn: statementLines.bookedOn,
      list: payoutLists.number,
    })
    .from(payouts)
    .leftJoin(orders, eq(orders.id, payouts.orderId))
    .leftJoin(rewardStatements, eq(rewardStatements.id, payouts.statementId))
    .leftJoin(paymentParts, eq(paymentParts.id, payouts.partId))
    .leftJoin(statementLines, eq(statementLines.id, paymentParts.lineId))
    .leftJoin(payoutLists, eq(payoutLists.id, payouts.listId))
    .$dynamic();
/** Whoever gets a parcel; of a package the firm. */
const buyerOf = (delivery: Shown['delivery']): string => receiverOf(delivery).name || (delivery?.company_name ?? '');

type Shown = Awaited<ReturnType<typeof shownOf>>[number];

const shown = ({
  payout: { account, namedBy, createdAt, ...row },
  order,
  delivery,
  month,
  cameOn,
  list,
}: Shown): Payout => ({
  id: row.id,
  order,
  month: month?.slice(0, 7) ?? null,
  cameOn,
  state: row.state,
  payee: row.payee,
  reference: row.reference,
  list,
  name: order === null ? row.payee : buyerOf(delivery),
  money: { amount: row.amount, currency: row.currency },
  account: account && formatAccount(account),
  isByBuyer: namedBy === 'buyer' || namedBy === 'viewer',
  isFromStatement: namedBy === 'statement',
  askedAt: createdAt,
  executedOn: row.executedOn,
});

export const readPayout = async (db: DatabaseOrTransaction, id: string): Promise<Payout> =>
  shown((await shownOf(db).where(eq(payouts.id, id)))[0]!);

/** What waits for an account or for a list, the oldest first. */
export const waitingPayouts = async (db: DatabaseOrTransaction): Promise<Payout[]> =>
  (
    await shownOf(db)
      .where(inArray(payouts.state, ['account', 'ready']))
      .orderBy(asc(payouts.createdAt), asc(payouts.id))
  ).map(shown);

/** Refunds that wait for a second person, the oldest first. */
export async function askedRefunds(db: DatabaseOrTransaction): Promise<AskedRefund[]> {
  const rows = await db
    .select({ refund: orderRefunds, order: orders.number, delivery: orders.delivery, by: nameOf })
    .from(orderRefunds)
    .innerJoin(orders, eq(orders.id, orderRefunds.orderId))
    .leftJoin(profiles, sql`${profiles.id}::text = ${orderRefunds.askedBy}`)
    .where(eq(orderRefunds.state, 'asked'))
    .orderBy(asc(orderRefunds.askedAt), asc(orderRefunds.id));
  return rows.map(({ refund: { id, amount, currency, way, askedAt }, order, delivery, by }) => ({
    id,
    order,
    name: buyerOf(delivery),
    money: { amount, currency },
    way,
    askedAt,
    askedBy: by ?? '',
  }));
}

export async function payoutsOfList(db: DatabaseOrTransaction, id: string): Promise<Payout[]> {
  const rows = await shownOf(db).where(eq(payouts.listId, id)).orderBy(asc(payouts.createdAt), asc(payouts.id));
  return rows.map(shown);
}

/** The live payout of each refund. */
export async function payoutsOfRefunds(db: DatabaseOrTransaction, refundIds: string[]): Promise<Map<string, Payout>> {
  if (refundIds.length === 0) return new Map();
  const live = and(inArray(payouts.refundId, refundIds), inArray(payouts.state, LIVE_PAYOUTS));
  return new Map((await shownOf(db).where(live)).map((row) => [row.payout.refundId!, shown(row)]));
}

/** Lists, the newest first. */
export async function readLists(db: DatabaseOrTransaction, id?: string): Promise<PayoutList[]> {
  const inState = (...states: PayoutState[]) =>
    sql<number>`(select count(*)::int from ${payouts} where ${payouts.listId} = ${payoutLists.id}
      and ${inArray(payouts.state, states)})`;
  const rows = await db
    .select({
      list: payoutLists,
      done: inState('done'),
      returned: inState('returned', 'refused'),
      by: nameOf,
    })
    .from(payoutLists)
    .leftJoin(profiles, sql`${profiles.id}::text = ${payoutLists.exportedBy}`)
    .where(id === undefined ? undefined : eq(payoutLists.id, id))
    .orderBy(desc(payoutLists.exportedAt), desc(payoutLists.number))
    .limit(LISTS_SHOWN);
  return rows.map(({ list: { total, currency, payouts: count, ...list }, done, returned, by }) => ({
    id: list.id,
    number: list.number,
    entity: list.entity,
    sha256: list.sha256,
    exportedAt: list.exportedAt,
    done,
    returned,
    payouts: count,
    exportedBy: by ?? '',
    money: { amount: total, currency },
  }));
}

/** The file as it was exported, byte for byte. */
export async function readPayoutListFile({ db }: Pick<Dependencies, 'db'>, id: string, format: 'xml' | 'csv') {
  const [list] = await db.select().from(payoutLists).where(eq(payoutLists.id, id));
  if (!list) throw refuse('PAYOUT_GONE');
  return { number: list.number, text: list[format] };
}

/** Where the account of a payout of one's own order is named. */
export async function pathOfOwnPayout(
  db: DatabaseOrTransaction,
  profileId: string,
  { number, id }: { number: number; id: string },
): Promise<string> {
  const ofOrder = and(eq(orders.number, number), eq(orders.profileId, profileId));
  const [row] = await db
    .select({ token: payouts.token })
    .from(payouts)
    .innerJoin(orders, eq(orders.id, payouts.orderId))
    .where(and(eq(payouts.id, id), inArray(payouts.state, LIVE_PAYOUTS), ofOrder));
  if (!row) throw refuse('PAYOUT_GONE');
  return pages.payout.path.replace(':token', row.token);
}

/** What is behind a mailed link; one that was called off or came back opens nothing. */
export async function readOwnPayout(db: DatabaseOrTransaction, token: string): Promise<OwnPayout> {
  const live = and(eq(payouts.token, token), inArray(payouts.state, LIVE_PAYOUTS));
  const [row] = await shownOf(db).where(live);
  if (!row || row.order === null) throw refuse('PAYOUT_LINK_ENDED');
  const { payout, order, delivery } = row;
  const { amount, currency, state, account } = payout;
  return {
    order,
    state,
    money: { amount, currency },
    account: account && maskedAccount(account),
    name: buyerOf(delivery),
  };
}
