import { type Day, daysLater } from '#domain/day.ts';
import { refuse } from '#domain/refuse.ts';
import { MOST_DAYS_AHEAD } from '#domain/stock/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { comingDay } from './free.ts';
import { stockLimits } from './schema.ts';

/** The day from which devices are delivered that nobody has yet; `null`: nothing is said. */
export async function setDeliversFrom(
  tx: Tx,
  { now }: Pick<Dependencies, 'now'>,
  actor: Actor,
  day: Day | null,
): Promise<{ deliversFrom: Day | null }> {
  const today = dayOf(now());
  const until = daysLater(today, MOST_DAYS_AHEAD);
  if (day !== null && (day < today || day > until)) throw refuse('DELIVERY_DAY_WRONG', { until });
  const [before] = await tx.select().from(stockLimits).for('update');
  if (comingDay(before!.deliversFrom, today) === day) return { deliversFrom: day };
  await tx.update(stockLimits).set({ deliversFrom: day });
  await record(tx, actor, {
    action: 'stock.delivery-day-set',
    on: { kind: 'list', id: 'stock' },
    before: { deliversFrom: before!.deliversFrom },
    after: { deliversFrom: day },
  });
  return { deliversFrom: day };
}
