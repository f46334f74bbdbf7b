import { desc, eq, inArray } from 'drizzle-orm';
import { memberName } from '#domain/network/rules.ts';
import type { Refund, RefundDesk, RefundPreview, WantedRefund } from '#domain/refunds/contract.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import { payoutsOfRefunds } from '../../payouts/read-payouts.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { monthsLeft } from '../transfers/months-back.ts';
import type { RefundRow } from './ask-refund.ts';
import { whyNotSecondPerson } from './decide-refund.ts';
import { listSentDevices, planRefund } from './plan.ts';
import { type OrderRow, type Returnable, returnablesOf } from './returnables.ts';

type Reader = Pick<Person, 'id' | 'email' | 'level'>;

export async function readRefunds(deps: Dependencies, person: Reader, number: number): Promise<RefundDesk> {
  const { db } = deps;
  const [order] = await db.select().from(orders).where(eq(orders.number, number));
  if (!order) throw refuse('ORDER_GONE');
  const [payments, serials, rows] = await Promise.all([
    returnablesOf(db, order),
    order.kind === 'device' ? listSentDevices(db, order.id) : [],
    db.select().from(orderRefunds).where(eq(orderRefunds.orderId, order.id)).orderBy(desc(orderRefunds.askedAt)),
  ]);
  const lastMonth = payments.find((one) => isOfLastMonth(order, one))?.key;
  return {
    order: number,
    version: order.version,
    payments: payments
      .filter(({ isDisputed }) => !isDisputed)
      .map(
        ({
          key,
          way,
          moment,
          isSurplus,
          paid,
          left,
          kept,
          currency,
          devices,
          devicesBack,
          isUnderWay,
          period,
          advance,
        }) => ({
          key,
          way,
          moment,
          isSurplus,
          paid,
          currency,
          left: isUnderWay ? 0 : left,
          devices: devices - devicesBack,
          months: advance ? monthsLeft(advance) : 0,
          period: period?.id ?? null,
          hasTerms: key === lastMonth && !isUnderWay && kept > 0,
        }),
      ),
    serials,
    refunds: await shownRefunds(deps, person, order, rows),
  };
}

/** Of a package's payments, the newest first, the first of these paid for the last month that began. */
const isOfLastMonth = ({ kind }: OrderRow, { period, advance, isSurplus }: Returnable): boolean =>
  kind === 'package' && !isSurplus && (period !== null || (advance?.credited ?? 0) > 0);

export async function shownRefund(deps: Dependencies, person: Reader, row: RefundRow): Promise<Refund> {
  const [order] = await deps.db.select().from(orders).where(eq(orders.id, row.orderId));
  return (await shownRefunds(deps, person, order!, [row]))[0]!;
}

async function shownRefunds(deps: Dependencies, person: Reader, order: OrderRow, rows: RefundRow[]): Promise<Refund[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ askedBy }) => askedBy);
  const people = await deps.db.select().from(profiles).where(inArray(profiles.id, ids));
  const names = new Map(people.map((one) => [one.id, memberName(one)]));
  const sent = await payoutsOfRefunds(
    deps.db,
    rows.map(({ id }) => id),
  );
  return Promise.all(
    rows.map(
      async ({ id, way, state, amount, currency, devices, months, reason, goods, note, askedAt, askedBy, problem }) => {
        const why =
          state === 'asked' ? await whyNotSecondPerson(deps.db, deps, person, order, { askedBy, askedAt }) : null;
        return {
          id,
          way,
          state,
          devices,
          months,
          reason,
          goods,
          note,
          askedAt,
          problem,
          payout: sent.get(id) ?? null,
          money: { amount, currency },
          askedBy: { id: askedBy, name: names.get(askedBy) ?? null },
          mayAgree: state === 'asked' && why === null,
          whyNotAgree: why,
        };
      },
    ),
  );
}

/** What a refund would do now; the same function plans the one that is asked for. */
export const previewRefund = (deps: Dependencies, person: Reader, wanted: WantedRefund): Promise<RefundPreview> =>
  deps.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.number, wanted.order));
    if (!order) throw refuse('ORDER_GONE');
    return (await planRefund(tx, deps, person, order, wanted)).preview;
  });
