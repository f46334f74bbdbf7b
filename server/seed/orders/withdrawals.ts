import { refundBy } from '#domain/orders/rules.ts';
import { dayOf } from '#domain/time.ts';
import { acceptances } from '../../accounts/schema.ts';
import { withdrawals } from '../../orders/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { daysBefore, minutesAfter } from '../calendar.ts';
import { type Actor, type Entry, on, self } from '../entry.ts';
import { insertAll } from '../insert-all.ts';
import type { NumberedOrder } from './sales.ts';

export type SeededWithdrawal = typeof withdrawals.$inferSelect & { order: NumberedOrder };

const REASONS = ['', 'Televizor nema slobodan HDMI ulaz.', '', 'Poručeno dva puta.', 'Prelazimo u drugi lokal.'];
const PART = 'Uređaj je vraćen sa tragovima upotrebe; dogovoren je povraćaj polovine.';
/** Two buyers have just stated it, and their money is owed. */
const OPEN = 2;

/** Who withdrew from a device: everybody whose money went back, and a few who still wait for it. */
export function makeWithdrawals(now: Date, orders: NumberedOrder[]): SeededWithdrawal[] {
  const devices = orders.filter(({ kind, status }) => kind === 'device' && status === 'paid');
  const given = devices.filter(({ refunded = 0 }) => refunded > 0);
  const recent = devices.filter(
    ({ refunded = 0, createdAt }) =>
      refunded === 0 && createdAt > daysBefore(now, 12) && createdAt < daysBefore(now, 6),
  );
  return [
    ...given.map((order, n) => {
      const back = order.updatedAt!;
      const whole = order.refunded === order.amount;
      return leave(order, minutesAfter(back, -1_440), n, whole ? null : { at: back, words: PART });
    }),
    ...recent.slice(-OPEN).map((order, n) => leave(order, minutesAfter(now, -(n * 2_900 + 260)), n + 1, null)),
  ];
}

function leave(
  order: NumberedOrder,
  statedAt: Date,
  n: number,
  resolved: { at: Date; words: string } | null,
): SeededWithdrawal {
  return {
    order,
    orderId: order.id,
    statedAt,
    receivedOn: dayOf(minutesAfter(order.createdAt, 3 * 1_440)),
    reason: REASONS[n % REASONS.length]!,
    resolvedAt: resolved?.at ?? null,
    resolution: resolved?.words ?? '',
    createdAt: statedAt,
    updatedAt: resolved?.at ?? statedAt,
  };
}

/** Withdrawals, and what each buyer agreed to with the order. */
export async function writeAgreements(tx: Tx, orders: NumberedOrder[], left: SeededWithdrawal[]): Promise<void> {
  await insertAll(
    tx,
    acceptances,
    orders.map(({ profileId, email, kind, number, termsVersion, createdAt }) => ({
      userId: profileId,
      email,
      document: kind === 'device' ? 'memberTerms' : 'companyTerms',
      version: termsVersion!,
      occasion: `order ${number}`,
      acceptedAt: createdAt,
    })),
  );
  await insertAll(
    tx,
    withdrawals,
    left.map(({ order: _, ...row }) => row),
  );
}

/** The same in the audit log. */
export const auditOfWithdrawals = (left: SeededWithdrawal[], staff: (at: Date) => Actor): Entry[] =>
  left.flatMap(({ order, statedAt, receivedOn, resolvedAt }) => {
    const about = on('order', order.id);
    const stated: Entry = {
      ...about,
      ...self({ id: order.profileId, email: order.email }),
      action: 'orders.withdrawn',
      after: { number: order.number, receivedOn, refundBy: refundBy(statedAt) },
      at: statedAt,
    };
    if (!resolvedAt) return [stated];
    const closed = { action: 'orders.withdrawal-resolved' as const, at: resolvedAt };
    return [stated, { ...staff(resolvedAt), ...about, ...closed }];
  });
