import { type SQL, sql } from 'drizzle-orm';
import { type DeadlineKind, MOST_DEADLINES } from '#domain/admin/waiting.ts';
import type { Day } from '#domain/day.ts';
import type { PackingCourier } from '#domain/fulfilment/shipment.ts';
import { startOfDay, TIME_ZONE } from '#domain/time.ts';
import { orders } from '../../orders/schema.ts';

/** Of each kind: one more than is told says that there are more. */
export const DEADLINES_READ = MOST_DEADLINES + 1;

/** When the courier comes next. */
export interface PickUp {
  now: Date;
  courier: PackingCourier;
  at: Date;
}

/** The rows of one kind until tomorrow evening. */
export type Deadline = (today: Day, pickUp: PickUp | null) => SQL;

interface Columns {
  day: SQL;
  number?: SQL;
  paper?: SQL;
  delivery?: SQL;
  email?: SQL;
  amount?: SQL;
  currency?: SQL;
  statement?: SQL;
  courier?: SQL;
  at?: SQL;
  rows?: SQL;
}

/** The same columns of each kind, so that they can be put together. */
export const columns = (kind: DeadlineKind, of: Columns) => sql`select ${kind}::text as kind, ${of.day} as day,
  ${of.number ?? sql`null::bigint`} as number, ${of.paper ?? sql`null::text`} as paper,
  ${of.delivery ?? sql`null::jsonb`} as delivery, ${of.email ?? sql`''::text`} as email,
  ${of.amount ?? sql`null::bigint`} as amount, ${of.currency ?? sql`null::text`} as currency,
  ${of.statement ?? sql`null::uuid`} as statement, ${of.courier ?? sql`null::text`} as courier,
  ${of.at ?? sql`null::timestamptz`} as at, ${of.rows ?? sql`null::bigint`} as rows`;

export const belgradeDay = (moment: unknown) => sql`(${moment} at time zone ${TIME_ZONE})::date`;
export const ofOrder = {
  number: sql`${orders.number}`,
  delivery: sql`${orders.delivery}`,
  email: sql`${orders.email}`,
};
export const startOfDaySql = (day: Day) => sql`${startOfDay(day).toISOString()}::timestamptz`;
