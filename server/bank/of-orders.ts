import { and, eq, exists, isNotNull, isNull, max, ne, notExists, or, sql } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { shipments } from '../fulfilment/schema.ts';
import { orderClaims } from '../orders/schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { bankHolds, statementBalances, statementImports, statementLines } from './schema.ts';

/**
 * The last day that a statement of that account of the company (eighteen digits) has shown whole, in dinars; `null` when none was ever
 * imported. A statement from before accounts were asked for counts as one of it.
 */
export async function lastStatementDay(tx: DatabaseOrTransaction, account: string): Promise<Day | null> {
  const inDinars = tx
    .select({ one: sql`1` })
    .from(statementLines)
    .where(and(eq(statementLines.importId, statementImports.id), eq(statementLines.currency, 'RSD')));
  const wrong = tx
    .select({ one: sql`1` })
    .from(statementBalances)
    .where(
      and(eq(statementBalances.importId, statementImports.id), sql`${statementBalances.difference} is distinct from 0`),
    );
  const [row] = await tx
    .select({ day: max(statementImports.lastDay) })
    .from(statementImports)
    .where(
      and(
        eq(statementImports.entity, 'company'),
        or(isNull(statementImports.account), eq(statementImports.account, account)),
        isNotNull(statementImports.lastDay),
        exists(inDinars),
        notExists(wrong),
      ),
    );
  return row?.day ?? null;
}

/** Whether a payment names that order, or what was asked for it before, or is held for it, and was not carried out yet. */
export async function isNamedByOpenLine(tx: DatabaseOrTransaction, reference: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with named as (
      select id from ${orderClaims} where order_id = (select order_id from ${orderClaims} where reference = ${reference}))
    select 1 from ${statementLines} line left join ${bankHolds} hold on hold.id = line.hold_id
    where line.claim_id in (select id from named) and line.state in ('open', 'held')
      and coalesce(hold.claim_id, line.claim_id) in (select id from named)
    union all
    select 1 from ${bankHolds} hold
    where hold.claim_id in (select id from named) and (hold.state in ('waiting', 'working') or hold.state = 'asked')
    limit 1`);
  return rows.length > 0;
}

/** Whether a parcel was packed for which a courier is to collect, or has collected; also one that was not taken may still be. */
export async function isCollectedByParcel(db: DatabaseOrTransaction, orderId: string): Promise<boolean> {
  const collects = and(isNotNull(shipments.collectAmount), ne(shipments.state, 'cancelled'));
  return (await db.$count(shipments, and(eq(shipments.orderId, orderId), collects))) > 0;
}
