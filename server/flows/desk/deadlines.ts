import { type SQL, sql } from 'drizzle-orm';
import type { Permission } from '#domain/access.ts';
import type { Today } from '#domain/admin/today.ts';
import { DEADLINE_KINDS, DEADLINE_PERMISSIONS, type DeadlineKind, MOST_DEADLINES } from '#domain/admin/waiting.ts';
import { type Day, daysLater } from '#domain/day.ts';
import type { Delivery } from '#domain/delivery.ts';
import { buyerOf } from '#domain/documents/buyer.ts';
import { nextPickUp } from '#domain/fulfilment/couriers/pick-up.ts';
import type { PackingCourier } from '#domain/fulfilment/shipment.ts';
import type { Currency } from '#domain/money.ts';
import { dayOf } from '#domain/time.ts';
import type { Config } from '../../config.ts';
import { countOf } from '../../platform/list.ts';
import { DEADLINES_READ, type PickUp } from './deadline-columns.ts';
import { KINDS } from './deadline-kinds.ts';

/** As the database answers. */
export interface DeadlineRow {
  kind: DeadlineKind;
  day: Day;
  number: number | null;
  paper: string | null;
  delivery: Delivery | null;
  email: string;
  amount: number | null;
  currency: Currency | null;
  statement: string | null;
  courier: PackingCourier | null;
  at: string | null;
  rows: number | null;
}

/** What is due until tomorrow evening, as one list of JSON; `null` for whoever is told of nothing. */
export function deadlinesFor(
  permissions: ReadonlySet<Permission>,
  now: Date,
  { fiscal, couriers, transfer }: Pick<Config, 'fiscal' | 'couriers' | 'transfer'>,
): SQL | null {
  const today = dayOf(now);
  const said = couriers.pickUp;
  const pickUp = said && { now, courier: said.courier, at: nextPickUp(now, said.time, transfer.holidays) };
  const isNone: Partial<Record<DeadlineKind, boolean>> = {
    receipt: fiscal !== 'manual',
    pickup: !comesSoon(pickUp, today),
  };
  const kinds = DEADLINE_KINDS.filter((kind) => permissions.has(DEADLINE_PERMISSIONS[kind]) && !isNone[kind]);
  if (kinds.length === 0) return null;
  const parts = kinds.map((kind) => sql`(${KINDS[kind](today, pickUp)} order by day limit ${DEADLINES_READ})`);
  return sql`select coalesce(json_agg(due order by due.day, due.number), '[]'::json) as due
    from (${sql.join(parts, sql` union all `)}) due`;
}

const comesSoon = (pickUp: PickUp | null, today: Day): boolean =>
  pickUp !== null && dayOf(pickUp.at) <= daysLater(today, 1);

export function describeDeadlines(rows: readonly DeadlineRow[] | null): Pick<Today, 'deadlines' | 'isCut'> {
  const all = rows ?? [];
  const of = (kind: DeadlineKind) => all.filter((row) => row.kind === kind);
  const shown = new Set(DEADLINE_KINDS.flatMap((kind) => of(kind).slice(0, MOST_DEADLINES)));
  return {
    deadlines: rows
      ? all
          .filter((row) => shown.has(row))
          .map(({ delivery, email, amount, currency, courier, at, rows: toPack, ...row }) => ({
            ...row,
            name: buyerOf(delivery, email).name,
            amount: amount !== null && currency ? { amount, currency } : null,
            pickUp: courier && at ? { courier, at: new Date(at), toPack: countOf(toPack ?? 0) } : null,
          }))
      : null,
    isCut: shown.size < all.length,
  };
}
